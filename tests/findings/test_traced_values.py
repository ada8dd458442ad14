"""Which lines made a value, and how it is named: programs and guards as data."""

from __future__ import annotations

import pytest

from .traced import lines, told

TWO_CLASSES = """\
class Warm:
    def __init__(self):
        self.gain = 1.0

    def heat(self, amount):
        self.gain = amount


class Meter:
    def __init__(self):
        self.gain = 0.0

    def read(self):
        self.gain = self.gain + 7


def scaled(x, warm):
    return x * warm.gain


warm, meter = Warm(), Meter()
for kelvin in (3.0, 4.0, 5.0):
    meter.read()
    warm.heat(kelvin)
    compiled(x, warm)
"""


def test_an_attribute_of_another_class_is_no_origin_and_a_parameter_is_followed():
    one = told(
        {"main": TWO_CLASSES},
        "scaled",
        "L['warm'].gain == 3.0  # return x * warm.gain  # main.py:17 in scaled",
        types=[("L['warm']", "__main__.Warm")],
        call="compiled(x, warm)",
    )
    assert lines(one) == [
        "self.gain = amount",
        "warm.heat(kelvin)",
        "for kelvin in (3.0, 4.0, 5.0):",
    ]
    assert not one.origin_how


def test_without_a_class_all_are_given_and_it_is_said():
    one = told(
        {"main": TWO_CLASSES.replace("warm, meter = Warm(), Meter()", "")},
        "scaled",
        "L['warm'].gain == 3.0  # return x * warm.gain  # main.py:17 in scaled",
        call="compiled(x, warm)",
    )
    assert {"self.gain = amount", "self.gain = self.gain + 7"} <= set(lines(one))
    assert one.origin_how == "by name"


BASE_AND_CHILD = """\
class Base(Module):
    def anneal(self):
        self.tau *= 0.5


class Child(Base):
    def forward(self, x):
        return x / self.tau


class Stranger(Module):
    def anneal(self):
        self.tau = 9.0


net = Child()
for n in range(5):
    net.anneal()
    compiled(x)
"""


@pytest.mark.parametrize("types", [(), [("L['self']", "__main__.Child")]])
def test_methods_of_base_classes_count_with_and_without_a_guard_on_the_type(types):
    one = told(
        {"main": BASE_AND_CHILD},
        "Child.forward",
        "L['self'].tau == 1.0  # return x / self.tau  # main.py:8 in forward",
        types=types,
        call="compiled(x)",
    )
    assert lines(one) == ["self.tau *= 0.5"]


def test_the_class_of_what_a_class_keeps_is_where_it_is_made():
    """No guard tells of it: `self.blur` is made of `Blur` in `__init__`."""
    text = """\
class Blur(Module):
    def widen(self):
        self.radius += 1

class Other:
    def widen(self):
        self.radius += 2

class Net(Module):
    def __init__(self):
        self.blur = Blur()

    def forward(self, x):
        return x * self.blur.radius

for n in range(3):
    compiled(x)
"""
    failed = "L['self'].blur.radius == 1  # return x * self.blur.radius  # main.py:14"
    one = told({"main": text}, "Net.forward", failed, call="compiled(x)")
    assert lines(one) == ["self.radius += 1"]


def test_the_very_object_counts_where_its_making_is_known():
    """Another object of the class, made elsewhere, did not make this value."""
    text = """\
from dataclasses import dataclass

@dataclass
class Options:
    rate: float = 0.1

HERE = Options()
THERE = Options(rate=5.0)

def warmed(x):
    return x * HERE.rate

def raise_it(n):
    HERE.rate = 0.1 * n
    THERE.rate = 0.9

for n in range(3):
    raise_it(n)
    compiled(x)
"""
    failed = "G['HERE'].rate == 0.0  # return x * HERE.rate  # main.py:11 in warmed"
    types = [("G['HERE']", "__main__.Options")]
    one = told({"main": text}, "warmed", failed, types=types, call="compiled(x)")
    assert lines(one) == ["HERE.rate = 0.1 * n", "raise_it(n)", "for n in range(3):"]


def test_what_a_program_does_after_the_calls_made_no_value_of_theirs():
    text = """\
class Knob:
    pass

def turned(x, knob):
    return x * knob.angle

knob = Knob()
for n in range(3):
    knob.angle = 1.5 * n
    compiled(x, knob)
knob.angle = 77.0
"""
    failed = "L['knob'].angle == 0.0  # return x * knob.angle  # main.py:5 in turned"
    one = told({"main": text}, "turned", failed, call="compiled(x, knob)")
    assert lines(one) == ["knob.angle = 1.5 * n", "for n in range(3):"]


@pytest.mark.parametrize(
    ("change", "made"),
    [
        ("setattr(plan, 'depth', n + 2)", "setattr(plan, 'depth', n + 2)"),
        ("plan = replace(plan, depth=n)", "plan = replace(plan, depth=n)"),
        ("plan = Plan(depth=n)", "plan = Plan(depth=n)"),
        ("plan.depth += 1", "plan.depth += 1"),
    ],
)
def test_ways_to_set_an_attribute(change, made):
    text = f"""\
class Plan:
    depth: int = 1

def deep(x, plan):
    return x * plan.depth

plan = Plan()
for n in range(3):
    {change}
    compiled(x, plan)
"""
    failed = "L['plan'].depth == 1  # return x * plan.depth  # main.py:5 in deep"
    types = [("L['plan']", "__main__.Plan")]
    one = told({"main": text}, "deep", failed, types=types, call="compiled(x, plan)")
    assert made in lines(one)


@pytest.mark.parametrize(
    ("given", "path", "types"),
    [
        ("{'levels': [{'gain': g}]}", "['levels'][0]['gain']", ()),
        ("dict(gain=g)", "['gain']", ()),
        ("partial(blend, gain=g)", ".keywords['gain']", "functools.partial"),
    ],
)
def test_what_is_made_for_the_call_leads_to_its_part(given, path, types):
    text = f"""\
def mixed(x, how):
    return x

gains = [0.5, 0.6]
for g in gains:
    compiled(x, {given})
"""
    failed = f"L['how']{path} == 0.5  # return x  # main.py:2 in mixed"
    one = told(
        {"main": text},
        "mixed",
        failed,
        types=[("L['how']", types)] if types else (),
        call=f"compiled(x, {given})",
    )
    assert lines(one) == [
        f"compiled(x, {given})",
        "for g in gains:",
        "gains = [0.5, 0.6]",
    ]


def test_arguments_with_stars_are_those_of_the_call():
    text = """\
def summed(x, *weights, **more):
    return x

w = 0.25
for b in biases():
    compiled(x, 1.0, w, bias=b)
"""
    call = "compiled(x, 1.0, w, bias=b)"
    failed = "L['weights'][1] == 0.1  # return x  # main.py:2 in summed"
    assert lines(told({"main": text}, "summed", failed, call=call)) == [
        call,
        "w = 0.25",
    ]
    failed = "L['more']['bias'] == 0.1  # return x  # main.py:2 in summed"
    one = told({"main": text}, "summed", failed, call=call)
    assert lines(one) == [call, "for b in biases():"]


CAPTURED = """\
def shifted_by(offset):
    def shift(x):
        return x + offset
    return shift

def passed(x, op):
    return op(x)

for n in range(4):
    op = shifted_by(2 * n)
    compiled(x, op)
"""
CELL = (
    "L['op'].__closure__[0].cell_contents == 0"
    '  # return x + offset  # main.py:3 in shift (HINT: guard on "offset")'
)


def test_a_captured_variable_has_its_name_and_the_call_that_made_the_function():
    one = told({"main": CAPTURED}, "passed", CELL, call="compiled(x, op)")
    assert "`offset` in the closure of `op`" in one.what
    assert lines(one) == [
        "compiled(x, op)",
        "op = shifted_by(2 * n)",
        "for n in range(4):",
    ]


NESTED = """
def within(starts):
    def mod(q):
        return sum(q >= s for s in starts)
    return mod

def both(other, inner):
    def mod(q):
        return other(q) & inner(q)
    return mod

def masked(x, mod):
    return mod(x)

def rows(documents):
    starts = []
    for one in documents:
        if starts and one > 3:
            yield both(bool, within(starts))
            starts = []
        starts.append(one)
    yield both(bool, within(starts))

for mod in rows([1, 2, 4, 5]):
    compiled(x, mod)
"""
NESTED_CELL = (
    "len(L['mod'].__closure__[0].cell_contents.__closure__[0].cell_contents) == 2"
    '  # main.py:4 in mod (HINT: guard on "starts")'
)


def test_a_variable_in_a_closure_of_a_closure_leads_to_what_extends_it():
    one = told({"main": NESTED}, "masked", NESTED_CELL, call="compiled(x, mod)")
    assert lines(one)[-1] == "starts.append(one)"


def test_a_captured_variable_without_a_name_is_not_given_one():
    failed = "L['op'].__closure__[0].cell_contents == 0  # return x  # main.py:3"
    one = told({"main": CAPTURED}, "passed", failed, call="compiled(x, op)")
    assert "a value in the closure of `op`" in one.what


def test_a_global_that_a_function_counts_leads_there_and_a_local_of_its_name_does_not():
    text = """\
TICKS = 0

def ticked(x):
    return x * TICKS

def tick():
    global TICKS
    TICKS += 1

def unrelated():
    TICKS = 12
    return TICKS

for n in range(3):
    tick()
    compiled(x)
"""
    failed = "G['TICKS'] == 0  # return x * TICKS  # main.py:4 in ticked"
    one = told({"main": text}, "ticked", failed, call="compiled(x)")
    assert lines(one) == ["TICKS += 1"]


def test_an_entry_of_a_dict_that_another_variable_stands_for():
    text = """\
class Trainer:
    def decay(self):
        for group in self.opt.groups:
            group["lr"] = group["lr"] * 0.5

def stepped(x, opt):
    return x * opt.groups[0]["lr"]

def elsewhere(row):
    row["lr"] = 3.0

for n in range(3):
    compiled(x, opt)
"""
    failed = "L['opt'].groups[0]['lr'] == 1.0  # return x  # main.py:7 in stepped"
    one = told({"main": text}, "stepped", failed, call="compiled(x, opt)")
    assert lines(one)[0] == 'group["lr"] = group["lr"] * 0.5'
    assert 'row["lr"] = 3.0' not in lines(one)


HOOKED = """\
class Recorder:
    def __init__(self):
        self.level = 1.0

    def keep(self, module, args, output):
        return output * self.level

class Net(Module):
    def forward(self, x):
        return self.fc(x)

recorder = Recorder()
net.fc.register_forward_hook(recorder.keep)
for n in range(3):
    recorder.level = 1.0 + n
    compiled(x)
"""


def test_a_hook_is_named_with_the_module_that_it_is_on():
    hooks = "L['self']._modules['fc']._forward_hooks"
    path = f"{hooks}[list(dict.keys({hooks}))[0]].__self__"
    one = told(
        {"main": HOOKED},
        "Net.forward",
        f"{path}.level == 1.0  # return output * self.level  # main.py:6 in keep",
        types=[(path, "__main__.Recorder")],
        call="compiled(x)",
    )
    said = "`level` of the object behind the forward hook `Recorder.keep` on `self.fc`"
    assert said in one.what
    assert lines(one) == ["recorder.level = 1.0 + n", "for n in range(3):"]


def test_a_block_counts_for_a_setting_where_the_call_stands_in_it():
    text = """\
def run(x):
    return x * 2

with torch.autocast("cpu"):
    other(x)

def guarded():
    with torch.autocast("cpu", enabled=on):
        pass

with torch.autocast("cpu", dtype=half):
    compiled(x)
"""
    state = '{"autocast_state": {"enabled": [false]}}'
    failed = f"___check_global_state() against {state}"
    told_of = "GLOBAL_STATE changed: autocast"
    one = told({"main": text}, "run", failed, call="compiled(x)", said=told_of)
    assert lines(one) == ['with torch.autocast("cpu", dtype=half):']


LAYOUTS = """\
def dense(n):
    return rand(n, 3), full(n)

def turned(n):
    return rand(3, n).t(), full(n)

class Sources:
    def __init__(self):
        self.kinds = [dense, turned]

    def load(self, n):
        rows, labels = self.kinds[n % 2](n)
        return rows, labels

    def stream(self):
        for n in range(4):
            yield self.load(n)

def seen(rows):
    return rows + 1

for number, (rows, labels) in enumerate(Sources().stream()):
    compiled(rows)
"""


def test_one_of_several_values_leads_through_generators_and_lists_of_functions():
    failed = (
        "check_tensor(L['rows'], Tensor, DispatchKeySet(CPU), torch.float32, "
        "device=None, requires_grad=False, size=[4, 3], stride=[3, 1])"
    )
    words = "tensor 'rows' stride mismatch at index 0. expected 3, actual 1"
    one = told({"main": LAYOUTS}, "seen", failed, call="compiled(rows)", said=words)
    assert {"return rand(n, 3), full(n)", "return rand(3, n).t(), full(n)"} <= set(
        lines(one)
    )


def test_an_argument_of_a_constructor_that_keeps_it_is_followed():
    text = """\
class Plan:
    def __init__(self, base):
        self.base = base

def used(x, how):
    return x * how["plan"].base

other(Plan(3.0))
for b in bases:
    compiled(x, {"plan": Plan(b)})
"""
    failed = "L['how']['plan'].base == 1.0  # return x  # main.py:6 in used"
    call = 'compiled(x, {"plan": Plan(b)})'
    one = told({"main": text}, "used", failed, call=call)
    assert lines(one) == [call, "for b in bases:"]


ROWS = """\
class Sampler:
    def gather(self, rows, alive):
        return rows[alive]

    def step(self, rows, alive):
        rows = self.gather(rows, alive)
        return compiled(rows)


def ranks(rows):
    return rows.gather(-1, rows.argmax(-1))
"""


def test_a_size_leads_to_what_made_its_tensor_and_no_method_of_tensors():
    one = told(
        {"main": ROWS},
        "ranks",
        "2 <= L['rows'].size()[0]  # return rows.gather  # main.py:11 in ranks",
        call="return compiled(rows)",
    )
    assert lines(one) == [
        "return compiled(rows)",
        "rows = self.gather(rows, alive)",
        "return rows[alive]",
    ]
