"""Origins through containers, loops and calls of the program's own objects, as data."""

from __future__ import annotations

from depyf.model.detail_events import ProgramFile
from depyf.model.findings.origin_trace import tracer_of
from depyf.model.findings.program_text import index_of, line_of
from depyf.torch_text.environment import variable_of

from .traced import lines, told

GROUPS = """\
class Lion(Optimizer):
    def step(self):
        for group in self.param_groups:
            update(y, group["betas"])


class Cycle:
    def apply(self, wave):
        for group in self.optimizer.param_groups:
            group["betas"] = (0.9 - wave, 0.99)


def update(x, betas):
    return x * betas[0]


for group in lion.param_groups:
    update(x, group["betas"])
"""
SIZE = "tensor 'x' size mismatch at index 0. expected 4, actual 3"
STRIDE = "tensor 'x' stride mismatch at index 0. expected 4, actual 3"


def test_what_is_put_under_a_key_is_the_origin_of_what_is_read_there():
    one = told(
        {"main": GROUPS},
        "update",
        "L['betas'][0] == 0.9  # return x * betas[0]  # main.py:14 in update",
        call='update(x, group["betas"])',
        times=2,
    )
    assert 'group["betas"] = (0.9 - wave, 0.99)' in lines(one)


CACHE = """\
class Tables:
    def __init__(self):
        self.made = {}
        self.rows = zeros(3)

    def get(self, kind):
        if kind not in self.made:
            self.made[kind] = build(kind)
        return self.made[kind]

    def cut(self, n):
        self.rows[n] = 0
        return self.rows[n]


def turn(x):
    return x + 1


tables = Tables()
turn(tables.get("text"))
turn(tables.cut(2))
"""


def test_a_cache_leads_to_where_it_is_filled_under_a_computed_key():
    one = told({"main": CACHE}, "turn", SIZE, call='turn(tables.get("text"))')
    assert lines(one)[-1] == "self.made[kind] = build(kind)"


def test_an_item_of_a_tensor_is_no_item_of_a_dict():
    one = told({"main": CACHE}, "turn", SIZE, call="turn(tables.cut(2))")
    assert "self.rows[n] = 0" not in lines(one)


LOADER = """\
class Upright:
    def __call__(self, image, turned):
        if turned:
            image = image.transpose(-1, -2)
        return image


class Scaled:
    def __call__(self, image, turned):
        return image / 255


class Compose:
    def __init__(self, steps):
        self.steps = steps

    def __call__(self, image, turned):
        for step in self.steps:
            image = step(image, turned)
        return image


class Photos:
    def __init__(self, transform):
        self.transform = transform

    def __iter__(self):
        for number in range(5):
            yield self.transform(self.raw[number], number % 2)[None]


def look(x):
    return x + 1


photos = Photos(transform=Compose([Upright(), Scaled()]))
for photo in photos:
    look(photo)
"""


def test_a_loop_over_an_object_leads_through_its_items_to_what_turned_one():
    one = told({"main": LOADER}, "look", STRIDE, call="look(photo)")
    assert "image = image.transpose(-1, -2)" in lines(one)


def test_of_many_that_turn_a_tensor_only_one_in_a_branch_makes_a_difference():
    """What runs in each call gives each call the same layout."""
    always = "return image.permute(1, 0, 2).permute(1, 0, 2) / 255"
    text = LOADER.replace("return image / 255", always)
    text = text.replace("(number, number % 2)[None]", "(raw.mT.mT, number % 2)[None]")
    text = text.replace(always, f"image = image.permute(0, 2, 1)\n        {always}")
    text = text.replace("    for step", "    image = image.T\n        for step", 1)
    one = told({"main": text}, "look", STRIDE, call="look(photo)")
    assert "image = image.transpose(-1, -2)" in lines(one)


MODEL = """\
class Net(Module):
    def forward(self, rows):
        return trend(rows)


def trend(x):
    return x - 1


def training():
    yield window(0).float()


def held_out():
    yield window(1)


net = Net()
for rows in training():
    net(rows)
scores = [net(rows) for rows in held_out()]
"""


def test_a_parameter_of_forward_is_followed_to_calls_of_the_module():
    one = told(
        {"main": MODEL + "trend(rows)\n"}, "trend", SIZE, call="return trend(rows)"
    )
    assert {"net(rows)", "scores = [net(rows) for rows in held_out()]"} <= set(
        lines(one)
    )


def test_of_several_calls_those_on_the_recorded_stack_are_followed():
    file = ProgramFile(None, file="main.py", text=MODEL)
    (function,) = index_of(file).functions["forward"]
    tracer = tracer_of((file,))
    calls = [call.lineno for _, call, _ in tracer.on_the_way(function, file)]
    assert len(calls) == 2
    stack = [line_of(file, calls[1]), line_of(file, function.lineno + 1)]
    met = tracer.along([stack])
    assert [call.lineno for _, call, _ in met.on_the_way(function, file)] == calls[1:]


COUNTED = """\
class Crops:
    def set_epoch(self, epoch):
        self.count = 2 + epoch

    def __call__(self, x):
        return [x[n:] for n in range(self.count)]


def agree(views):
    return views[0]


crops = Crops()
views = [one + 1 for one in crops(x)]
agree(views)
"""


def test_the_length_of_a_list_leads_to_what_counts_its_items():
    one = told(
        {"main": COUNTED},
        "agree",
        "len(L['views']) == 2  # return views[0]  # main.py:10 in agree",
        call="agree(views)",
    )
    assert lines(one)[-1] == "self.count = 2 + epoch"


BOOK = """\
class Book:
    def __init__(self):
        self.entries = {}

    def refresh(self, name, rate):
        self.entries[name] = rate

    def __getitem__(self, name):
        return self.entries.get(name, 1.0)


def scaled(x, rate):
    return x * rate


book = Book()
scaled(x, book["lr"])
"""


def test_brackets_on_an_object_of_the_program_call_its_method():
    one = told(
        {"main": BOOK},
        "scaled",
        "L['rate'] == 1.0  # return x * rate  # main.py:13 in scaled",
        call='scaled(x, book["lr"])',
    )
    assert "self.entries[name] = rate" in lines(one)


HOOKED = """\
class Net(Module):
    def forward(self, x):
        return self.inner(x)


def watch(net, note):
    return net.inner.register_forward_hook(note)
"""


def test_a_number_of_hooks_leads_to_where_they_are_registered():
    one = told(
        {"main": HOOKED},
        "Net.forward",
        "len(L['self']._modules['inner']._forward_hooks) == 0"
        "  # return self.inner(x)  # main.py:3 in forward",
    )
    assert lines(one) == ["return net.inner.register_forward_hook(note)"]


ENVIRONMENT = """\
import os

os.environ.setdefault("KIND", "fused")


def layer(x):
    return x if os.environ["KIND"] == "fused" else -x


def evaluate(run):
    with override(KIND="exact"):
        run()
"""


def test_an_environment_variable_is_named_with_the_lines_that_set_it():
    guard = "G['os'].environ._data[b'KIND'] == b'fused'"
    one = told(
        {"main": ENVIRONMENT},
        "layer",
        f"{guard}  # return x if ...  # main.py:7 in layer",
    )
    assert "the environment variable `KIND` differs" in one.what
    assert lines(one) == ['with override(KIND="exact"):']


def test_an_environment_variable_is_read_from_a_guard_only():
    assert variable_of("os.environ._data[b'KIND") == ""
    assert variable_of("L['environ'] == 1") == ""


STAGES = """\
class Stage:
    def forward(self, x):
        return x * self.scale


class Sharp(Stage):
    scale = 2


class Soft(Stage):
    scale = 3


class Pipeline:
    def __init__(self, *stages):
        self.stages = stages

    def forward(self, x):
        for stage in self.stages:
            x = stage(x)
        return x


Pipeline(Sharp(), Soft()).forward(x)
"""


def test_the_object_of_a_method_leads_to_the_call_and_the_container():
    """Not to the line of its `def`, which creates no object."""
    failed = "___check_type_id(L['self'], 94123), type=<class '__main__.Soft'>"
    one = told({"main": STAGES}, "Stage.forward", failed, call="x = stage(x)", times=2)
    assert lines(one) == [
        "x = stage(x)",
        "for stage in self.stages:",
        "self.stages = stages",
    ]


ROWS = """\
import torch


def step(x):
    return x + 1


class Batch:
    def running(self):
        return [one for one in self.requests if not one.finished]

    def contexts(self, width):
        return [([0] * width + one.history)[-width:] for one in self.running()]


batch = Batch()
step(torch.tensor(batch.contexts(4)))
"""


def test_rows_of_a_tensor_lead_to_what_leaves_items_out_not_to_what_cuts_one():
    """A slice of each item gives the other dimension (540)."""
    call = "step(torch.tensor(batch.contexts(4)))"
    one = told({"main": ROWS}, "step", SIZE, call=call)
    assert lines(one)[-1] == "return [one for one in self.requests if not one.finished]"
    assert not any("width:]" in line for line in lines(one))


def test_rows_of_a_list_that_is_made_of_itself_end():
    text = ROWS.replace(
        "return [one for one in self.requests if not one.finished]",
        "self.kept = [one for one in self.kept]\n        return self.kept",
    )
    call = "step(torch.tensor(batch.contexts(4)))"
    one = told({"main": text}, "step", SIZE, call=call)
    assert (one.rule, lines(one)) == ("varying-size", [])
