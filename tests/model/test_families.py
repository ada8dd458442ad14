"""What repeats is said once, and expands to exactly what was said."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from depyf.model.families import boxes, fold, repetitions, share, spans

# Paths that look like those of models: few names, small numbers, several levels.
NAMES = st.sampled_from(["layers", "heads", "w", "norm"])
STEPS = st.one_of(NAMES.map(".{}".format), st.integers(0, 4).map("[{}]".format))
PATHS = st.lists(STEPS, max_size=5).map(lambda steps: "self" + "".join(steps))
AROUND = st.sampled_from(
    [
        ("", " is None"),
        ("type(", ") is dict"),
        ("'a' not in vars(", ")"),
        ("'b' not in vars(", ")"),
        ("not hasattr(", ", 'a')"),
        ("not hasattr(", ", 'b')"),
        ("is_tensor(", ", torch.float32, [4, 8])"),
    ]
)
VALUES = st.integers(0, 3).map(" == {}".format)
STATEMENTS = st.one_of(
    st.tuples(AROUND, PATHS).map(lambda pair: (pair[0][0], pair[1], pair[0][1])),
    st.tuples(PATHS, VALUES).map(lambda pair: ("", *pair)),
    st.integers(0, 4).map(lambda n: ("list(", "self.m", f")[{n}] == '{n}'")),
)


@given(st.lists(PATHS, max_size=40))
def test_families_expand_to_the_very_texts(paths):
    members = [text for family in fold(paths) for text in family.members()]
    assert sorted(members) == sorted(set(paths))


@given(st.lists(PATHS, max_size=40))
def test_the_size_of_a_family_is_the_number_of_its_members(paths):
    for family in fold(paths):
        assert family.size == len(family.members()) == len(set(family.members()))


@given(st.lists(STATEMENTS, max_size=40))
def test_shared_statements_expand_to_the_very_statements(statements):
    members = [text for one in share(statements) for text in one.members()]
    assert sorted(members) == sorted({"".join(one) for one in statements})


@given(st.lists(st.tuples(*[st.integers(0, 3)] * 3), max_size=30))
def test_boxes_hold_exactly_their_rows(rows):
    found = {
        (a, b, c)
        for first, second, third in boxes(rows)
        for a in first
        for b in second
        for c in third
    }
    assert found == set(rows)


def test_blocks_of_a_model_are_one_family():
    paths = [f"self.layers[{n}].mlp.weight" for n in range(12)]
    (family,) = fold(paths)
    assert family.ranges == "self.layers[0..11].mlp.weight"
    assert family.pattern == "self.layers[i].mlp.weight"


def test_exceptions_are_named():
    paths = [f"layers[{n}].w" for n in (0, 1, 2, 5, 7)] + ["norm.w"]
    assert [one.ranges for one in fold(paths)] == ["layers[0..2, 5, 7].w", "norm.w"]


def test_two_levels_are_one_family_where_all_combinations_are_there():
    paths = [f"stages[{i}].blocks[{j}].w" for i in range(3) for j in range(2)]
    assert [one.ranges for one in fold(paths)] == ["stages[0..2].blocks[0, 1].w"]


def test_a_number_that_is_the_index_is_the_same_variable():
    statements = [("", f"layers[{n}].index", f" == {n}") for n in range(4)]
    (one,) = share(statements)
    assert [family.pattern for family in one.subjects] == ["layers[i].index == i"]


def test_one_value_for_all_is_no_variable():
    statements = [("", f"layers[{n}].groups", " == 2") for n in range(4)]
    (one,) = share(statements)
    assert one.parts == ("", " == 2")
    assert [family.ranges for family in one.subjects] == ["layers[0..3].groups"]


def test_several_keys_of_one_subject_are_said_once():
    (one,) = share([("'a' not in vars(", "x", ")"), ("'b' not in vars(", "x", ")")])
    assert one.keys == ("'a'", "'b'")


def test_sizes_in_a_list_are_no_subscripts():
    assert [one.ranges for one in fold(["size=[8]", "size=[9]"])] == [
        "size=[8]",
        "size=[9]",
    ]


def test_spans_of_two_are_a_list():
    assert spans([3, 4]) == "3, 4"
    assert spans([5, 3, 4]) == "3..5"


LINE = st.one_of(
    st.sampled_from(["a", "b"]),
    st.tuples(st.sampled_from("ab"), st.integers(0, 5)).map("{0[0]}[{0[1]}]".format),
    st.integers(0, 5).map("m['{}'].w".format),
)
BLOCK = st.tuples(st.lists(LINE, min_size=1, max_size=3), st.integers(1, 6)).map(
    lambda pair: [
        line.replace("[0]", f"[{n}]") for n in range(pair[1]) for line in pair[0]
    ]
)


@given(st.lists(BLOCK, max_size=5))
def test_repetitions_stand_for_exactly_their_lines(blocks):
    lines = [line for block in blocks for line in block]
    end = 0
    for one in repetitions(lines):
        assert one.start >= end
        end = one.start + one.length
        assert [line.at(n) for n in range(one.count) for line in one.lines] == lines[
            one.start : end
        ]
        assert one.count >= 3


def test_several_lines_with_steps_of_their_own():
    lines = []
    for n in range(4):
        lines += [f"l[{n}].k = g[{2 * n + 1}]", f"l[{n}].v = g[{2 * n + 2}]"]
    (one,) = repetitions(lines)
    assert (one.count, len(one.lines)) == (4, 2)
    assert one.lines[0].numbers == ((0, 1), (1, 2))


def test_equal_lines_are_no_loop():
    assert repetitions(["f()"] * 5) == []


def test_an_exception_ends_a_repetition():
    lines = [f"l[{n}].w" for n in (0, 1, 2, 3, 7, 8, 9)]
    assert [(one.start, one.count) for one in repetitions(lines)] == [(0, 4), (4, 3)]
