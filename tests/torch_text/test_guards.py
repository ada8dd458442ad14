"""Guards as torch prints them, old and new."""

from __future__ import annotations

import pytest

from depyf.model.python_text import compiles, parsed_expression
from depyf.torch_text.guards import (
    guards_of_leaves,
    guards_of_tree,
    read_guard,
)


def test_the_user_line_is_split_off():
    part = read_guard(
        "hasattr(L['a'], '_dynamo_dynamic_indices') == False           "
        "# x = a / (torch.abs(a) + 1)  # me/x.py:11 in toy_example",
        "DIMENSION_DYNAMIC_MARKING_GUARD",
    )
    assert part.expression == "hasattr(L['a'], '_dynamo_dynamic_indices') == False"
    assert part.python
    assert part.source == "L['a']"
    assert part.kind == "DIMENSION_DYNAMIC_MARKING_GUARD"
    line = part.user_line
    assert (line.file, line.line, line.function, line.text) == (
        "me/x.py",
        11,
        "toy_example",
        "x = a / (torch.abs(a) + 1)",
    )


def test_a_location_without_a_source_line():
    line = read_guard("L['n'] == 3  # _dynamo/output_graph.py:1135 in init").user_line
    assert (line.file, line.line, line.text) == ("_dynamo/output_graph.py", 1135, "")


def test_a_source_line_that_has_a_comment_itself():
    part = read_guard("L['n'] == 3   # y = n  # the size  # x.py:4 in f")
    assert part.expression == "L['n'] == 3"
    assert part.user_line.text == "y = n  # the size"


MERGED = (
    "2 <= L['x'].size()[1] <= 6  # b, t = x.shape  # p/d.py:5 in pooled (user code "
    "shown is first use of this value--the guard itself is not due user code but due "
    "to 0/1 specialization in the framework; to avoid specialization try "
    "torch._dynamo.decorators.mark_unbacked(tensor, dim)) and if t > 6:  "
    "# p/d.py:8 in pooled (_dynamo/variables/tensor.py:3083 in evaluate_expr)"
)


def test_a_merged_guard_names_the_line_that_decides():
    part = read_guard(MERGED)
    assert part.expression == "2 <= L['x'].size()[1] <= 6"
    line = part.user_line
    assert (line.file, line.line, line.function) == ("p/d.py", 8, "pooled")
    assert line.text == "if t > 6:"


def test_a_bound_of_torchs_own_names_the_first_use():
    part = read_guard(MERGED.partition(" and ")[0])
    assert part.expression == "2 <= L['x'].size()[1] <= 6"
    assert (part.user_line.line, part.user_line.text) == (5, "b, t = x.shape")


def test_and_in_a_source_line_or_a_path_splits_nothing():
    part = read_guard("L['n'] == 3  # if a and b: c()  # my dir/x and y.py:4 in f")
    line = part.user_line
    assert (line.file, line.line) == ("my dir/x and y.py", 4)
    assert line.text == "if a and b: c()"


@pytest.mark.parametrize(
    ("text", "expression", "remark"),
    [
        (
            "___check_type_id(L['d'], 1396), type=<class 'dict'>",
            "___check_type_id(L['d'], 1396)",
            "type=<class 'dict'>",
        ),
        (
            '___check_global_state() against {"grad_mode":true}',
            "___check_global_state()",
            'against {"grad_mode":true}',
        ),
        ("len(L['d']) == 2 (HINT: type dict)", "len(L['d']) == 2", "(HINT: type dict)"),
    ],
)
def test_what_torch_adds_for_the_reader_leaves_an_expression(text, expression, remark):
    part = read_guard(text)
    assert (part.expression, part.remark, part.python) == (expression, remark, True)


@pytest.mark.parametrize(
    "text",
    [
        "torch._functorch.aot_autograd.utils.top_saved_tensors_hooks ids == None",
        "L['x'] is <unknown>",
        "check_tensor(L['a'], Tensor",
        "a) or (b",
        "x\n== 1",
        "",
    ],
)
def test_what_is_no_expression_is_said_to_be_none(text):
    assert not read_guard(text).python


def test_a_hash_inside_a_string_is_no_comment():
    part = read_guard("L['#'] == 'a # b'")
    assert part.python
    assert part.expression == "L['#'] == 'a # b'"


def test_text_that_the_compiler_warns_about_gives_no_warning(recwarn):
    # Here warnings are errors: with one, none of these would hold.
    assert parsed_expression("L['x'] is 1") is not None
    assert parsed_expression("re.match('\\d', x)") is not None
    assert compiles("'\\d'; x is 1")
    assert not recwarn.list


@pytest.mark.parametrize(
    ("text", "python"),
    [
        ("L['a b.c'] == 12", True),
        ("L['a'] == 012", False),  # no number of Python's
        ("L['a'] 'b' is 12", False),
        ("L[b'\u00e9'] == 1", False),
        ("\"it's\" == 'x' and 3 > 12", True),
        ("\"it's == 'x'", False),
        ("'a' if 12 else", False),
    ],
)
def test_what_reads_alike_is_not_taken_for_the_same(text, python):
    for _ in range(2):
        assert read_guard(text).python is python
        assert read_guard("L['a'] == 34").python


TEXT = "check_tensor(L['x'], Tensor)  # y = x + 1  # me/x.py:11 in f"
TREE = f"+- RootGuardManager\n| +- TENSOR_MATCH: {TEXT}\n"


@pytest.mark.parametrize(
    "guards", [guards_of_leaves((f"TENSOR_MATCH: {TEXT}",)), guards_of_tree(TREE)]
)
def test_guards_are_read_from_leaves_and_from_the_printed_tree(guards):
    [guard] = guards
    assert (guard.kind, guard.source) == ("TENSOR_MATCH", "L['x']")
    assert guard.user_line.line == 11


def test_a_leaf_of_no_kind_may_hold_anything():
    texts = ("L['a'] == 'b: c'", "HINT: no kind\nand two lines")
    found = guards_of_leaves(f": {text}" for text in texts)
    assert [one.kind for one in found] == ["", ""]
    assert found[0] == read_guard(texts[0])
    assert found[1] == read_guard(texts[1])
