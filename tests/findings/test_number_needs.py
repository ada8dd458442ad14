"""A number that a helper takes as a size cannot become a tensor."""

from __future__ import annotations

import pytest

from .traced import told

PROGRAM = """\
class Model:
    def __init__(self):
        self.rotary = Rotary()

    def forward(self, x, longest):
        y = x.clamp(max=longest - 1)
        return self.rotary.forward(y, longest)


class Rotary:
    def forward(self, x, length):
        return x * {used}


model = torch.compile(Model().forward{option})
for n in lengths:
    model(x, n)
"""
FAILED = "L['longest'] == 3  # y = x.clamp(max=longest - 1)  # main.py:6 in forward"


@pytest.mark.parametrize(
    ("used", "edit"),
    [
        ("torch.arange(length)", ""),
        ("length", "longest = torch.tensor(longest)"),
    ],
    ids=["as a size", "as a factor"],
)
def test_a_size_in_a_helper_needs_the_number(used, edit):
    files = {"main": PROGRAM.format(used=used, option="")}
    one = told(files, "Model.forward", FAILED, call="model(x, n)", times=3)
    assert one.edit == edit
    assert ("main.py:12 needs a Python number" in one.note) == (not edit)


def test_dynamic_false_is_named_for_numbers_too():
    files = {"main": PROGRAM.format(used="length", option=", dynamic=False")}
    one = told(files, "Model.forward", FAILED, call="model(x, n)", times=3)
    assert one.rule == "static-numbers"
    assert one.edit == "model = torch.compile(Model().forward, dynamic=True)"


INDEXED = """\
def forward(x, starts, longest):
    segment = bucket(starts)
    return (x - starts[segment]).clamp(max=longest)


compiled = torch.compile(forward)
compiled(x, starts, n)
"""


def test_an_index_beside_the_number_is_another_value():
    failed = "L['longest'] == 3  # return (x - starts[segment])  # main.py:3 in forward"
    one = told(
        {"main": INDEXED}, "forward", failed, call="compiled(x, starts, n)", times=3
    )
    assert one.rule == "varying-argument"
    assert "select" not in one.edit


def test_an_option_that_is_passed_on_is_named_without_code():
    """Nothing says what the option is, but torch made no number dynamic."""
    files = {"main": PROGRAM.format(used="length", option=", dynamic=options.dynamic")}
    one = told(files, "Model.forward", FAILED, call="model(x, n)", times=3)
    assert one.rule == "static-numbers"
    assert (
        one.where.text
        == "model = torch.compile(Model().forward, dynamic=options.dynamic)"
    )
    assert (one.edit, one.note[:32]) == ("", "let `dynamic` be True or None at")


MIXED = """\
def mix(x, ratio):
    return x * ratio


compiled = torch.compile(mix)
compiled(x, ratio)
"""


def test_a_number_of_numpy_is_named_as_the_program_does():
    said = (
        "expected type of '___from_numpy(ratio)' to be a tensor type, ' but found "
        "<class 'float'>"
    )
    failed = (
        "check_tensor(___from_numpy(L['ratio']), Tensor, DispatchKeySet(CPU), "
        "torch.float32, device=None, requires_grad=False, size=[], stride=[])"
    )
    one = told({"main": MIXED}, "mix", failed, call="compiled(x, ratio)", said=said)
    assert one.note == "pass `torch.tensor(ratio)` with one `dtype=` in all calls"
    assert "`ratio` is a number of numpy in some calls" in one.why


SPREAD = """\
def mix(x, ratio):
    return x * ratio


def train(batches):
    compiled = torch.compile(mix)
    for batch in batches:
        y = compiled({given})
"""


@pytest.mark.parametrize(
    ("given", "edit", "note"),
    [
        ("*batch", "", "pass a tensor for `ratio` in the call at main.py:8"),
        (
            "batch.x, batch.share",
            "ratio = torch.tensor(ratio)",
            "before the call at main.py:8, where `ratio` is called `batch.share`",
        ),
    ],
    ids=["no name there", "another name there"],
)
def test_an_edit_uses_only_names_that_the_caller_knows(given, edit, note):
    files = {"main": SPREAD.format(given=given)}
    call = f"y = compiled({given})"
    one = told(files, "mix", "L['ratio'] == 0.5", call=call, times=3)
    assert one.edit == edit
    assert one.note.startswith(note)


def test_a_number_that_a_number_of_numpy_replaces_is_the_same_cause():
    """Torch reports the number's own guard, which says nothing of numpy."""
    array = (
        "TENSOR_MATCH: check_tensor(___from_numpy(L['ratio']), Tensor, "
        "DispatchKeySet(CPU), torch.float32, device=None, requires_grad=False, "
        "size=[], stride=[])"
    )
    one = told(
        {"main": MIXED}, "mix", "L['ratio'] == 0.5", call="compiled(x, ratio)",
        guards=[array],
    )  # fmt: skip
    assert one.rule == "number-for-tensor"
    assert one.note == "pass `torch.tensor(ratio)` with one `dtype=` in all calls"


POOLED = """\
def pooled(rows, counts):
    return [part.mean(0) for part in {used}]


for n in lengths:
    pooled(x, n)
"""


@pytest.mark.parametrize(
    ("used", "note"),
    [
        ("rows.split(counts)", "main.py:2 splits by this list: instead, pass a tensor"),
        ("rows.new_zeros(counts)", "compute outside of the compiled function what "),
        ("(rows * counts[1],)", "where it is created"),
    ],
)
def test_an_item_of_a_list_of_sizes_cannot_be_a_tensor(used, note):
    failed = [
        f"L['counts'][1] == {n}  # part in {used}  # main.py:2 in pooled"
        for n in (3, 4, 5, 6, 7, 8)
    ]
    files = {"main": POOLED.format(used=used)}
    one = told(files, "pooled", failed, call="pooled(x, n)")
    assert note in one.note


def test_several_items_of_a_list_are_named_together():
    failed = [
        f"L['counts'][{n}] == {n + 2}  # rows * counts[0]  # main.py:2 in pooled"
        for n in range(6)
    ]
    files = {"main": POOLED.format(used="(rows * counts[0],)")}
    one = told(files, "pooled", failed, call="pooled(x, n)")
    assert one.title == "recompiles for each value of `counts[...]`"
