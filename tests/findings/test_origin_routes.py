"""Origins behind modules, registries, unpacked arguments and hooks, as data."""

from __future__ import annotations

import ast

import pytest

from depyf.model.detail_events import ProgramFile
from depyf.model.findings import disabled_functions
from depyf.model.findings.dtype_makers import gives
from depyf.model.findings.origin_trace import tracer_of
from depyf.model.findings.program_text import index_of

from .traced import lines, told

SCHEDULE = """\
step = 0


def tick():
    global step
    step += 1


def weight():
    return step / 5
"""
LOSS = """\
from schedule import weight


def loss(x):
    return x * weight()


for _ in range(3):
    loss(x)
"""


@pytest.mark.parametrize(
    "path", ["G['__import_schedule'].step", "G['__import_of_dot_schedule'].step"]
)
def test_a_global_of_another_module_leads_to_the_lines_that_set_it(path):
    """The function reads it through a helper: torch names the module first."""
    files = {"main": LOSS, "of/schedule": SCHEDULE}
    failed = f"{path} == 0  # return step / 5  # schedule.py:10 in weight"
    one = told(files, "loss", failed, call="loss(x)", times=2)
    assert lines(one) == ["step += 1"]


def test_an_attribute_of_that_name_is_no_global_of_the_module():
    files = {
        "main": LOSS,
        "other": "class A:\n    def f(self):\n        self.step = 1\n",
    }
    failed = "G['__import_elsewhere'].step == 0"
    one = told(files, "loss", failed, call="loss(x)", times=2)
    assert "step += 1" not in lines(one)


REGISTRY = """\
DECODERS = {}


def decoder(name):
    def keep(function):
        DECODERS[name] = function
        return function

    return keep


@decoder("planar")
def planar(size):
    return zeros(size)


@decoder("turned")
def turned(size):
    return zeros(size).permute(2, 0, 1)


def read(kind):
    return READ.float()


def run(x):
    return x + 1


run(read("turned"))
"""
STRIDE = "tensor 'x' stride mismatch at index 0. expected 4, actual 3"


@pytest.mark.parametrize("read", ["DECODERS[kind](3)", "DECODERS.get(kind)(3)"])
def test_functions_that_decorators_keep_are_what_a_registry_calls(read):
    text = REGISTRY.replace("READ", read)
    one = told({"main": text}, "run", STRIDE, call='run(read("turned"))')
    assert "return zeros(size).permute(2, 0, 1)" in lines(one)


OPTIONS = """\
def columns(rows):
    batch = {}
    for name in rows:
        if rows[name]:
            batch[name] = rows[name]
    return batch


def score(**features):
    return features


score(**columns(rows))
"""


def test_a_dict_that_is_unpacked_leads_to_where_it_is_filled():
    one = told(
        {"main": OPTIONS}, "score", "len(L['features']) == 2",
        call="score(**columns(rows))",
    )  # fmt: skip
    assert "batch[name] = rows[name]" in lines(one)


PROBE = """\
class Probe:
    def __init__(self):
        self.step = 0

    def listener(self, name, step):
        def listen(module, args, output):
            live[name] = output * step

        return listen

    def enter(self, layer):
        hook = self.listener("a", self.step)
        layer.register_forward_hook(hook)

    def leave(self):
        self.step += 1


class Net:
    def forward(self, x):
        return x


probe = Probe()
net = Net()
net(x)
"""


def test_what_a_hook_captures_leads_to_the_lines_that_set_it():
    hooks = "L['self']._forward_hooks"
    path = f"{hooks}[list(dict.keys({hooks}))[0]].__closure__[0].cell_contents"
    failed = f"{path} == 0  # live[name] = output * step  # main.py:7 in listen"
    one = told({"main": PROBE}, "Net.forward", failed, call="net(x)", times=3)
    assert 'hook = self.listener("a", self.step)' in lines(one)


APPENDED = """\
class Spec:
    def __init__(self, label):
        self.label = label


class Layer:
    def __init__(self, spec):
        self.label = spec.label

    def forward(self, x):
        return x if self.label else -x


def plan(depth):
    specs = []
    for index in range(depth):
        label = f"late.{index}"
        specs.append(Spec(label))
    return specs


layers = [Layer(spec) for spec in plan(4)]
for layer in layers:
    step(layer)
"""


def test_an_item_of_a_list_leads_to_what_is_appended_and_not_to_the_empty_list():
    """The label is made for the spec, which the layer reads (645)."""
    where = "# return x if self.label else -x  # main.py:11 in forward"
    guard = f"L['self'].label == 'late.{{}}'  {where}"
    failed = [guard.format(number) for number in range(3)]
    one = told({"main": APPENDED}, "Layer.forward", failed, call="step(layer)", times=3)
    assert 'label = f"late.{index}"' in lines(one)
    assert "specs = []" not in lines(one)


RECORDER = """\
class Recorder:
    def __init__(self, layer):
        self.values = []
        layer.register_forward_hook(self.hook("fc"))

    def hook(self, name):
        def save(module, args, output):
            self.values.append((name, output))
            return output * len(self.values)

        return save


class Net:
    def forward(self, x):
        return x


net = Net()
recorder = Recorder(net)
net(x)
"""


def test_a_list_that_a_hook_extends_leads_to_the_line_that_extends_it():
    hooks = "L['self']._forward_hooks"
    path = f"{hooks}[list(dict.keys({hooks}))[0]].__closure__[1].cell_contents.values"
    where = "# return output * len(self.values)  # main.py:9 in save"
    failed = [f"len({path}) == {number}  {where}" for number in range(3)]
    one = told({"main": RECORDER}, "Net.forward", failed, call="net(x)", times=3)
    assert lines(one) == ["self.values.append((name, output))"]


@pytest.mark.parametrize(
    ("decorator", "defined"),
    [
        ("torch.compiler.disable", ""),
        ("torch._dynamo.disable(recursive=False)", ""),
        ("on_host", "on_host = torch.compiler.disable"),
        ("on_host", "def on_host(f):\n    return torch.compiler.disable(f)"),
        ("on_host", "on_host = functools.partial(torch.compiler.disable, recursive=0)"),
    ],
)
def test_disable_is_known_under_another_name(decorator, defined):
    text = f"import torch\n{defined}\n@{decorator}\ndef f(x):\n    return x\n"
    file = ProgramFile(None, file="/home/user/main.py", text=text)
    other = "def traced(f):\n    return f\n@traced\ndef g(x):\n    return x\n"
    files = (file, ProgramFile(None, file="/home/user/other.py", text=other))
    [function] = index_of(file).functions["f"]
    assert disabled_functions._disables(tracer_of(files), function.decorator_list[0])
    assert not disabled_functions._disables(
        tracer_of(files), ast.Name("traced", ast.Load())
    )


SENSORS = """\
import numpy as np
import torch


class Sensor:
    def measure(self, z):
        noise = self.spread()
        return z, noise


class Camera(Sensor):
    def __init__(self):
        sheet = np.asarray((0.3, 0.9)) ** 2
        self.sheet = torch.from_numpy(sheet)

    def spread(self):
        return self.sheet


class Lidar(Sensor):
    def spread(self):
        table = np.asarray([0.05, 0.08], dtype=np.float32)
        return torch.from_numpy(table)


class Radar(Sensor):
    def spread(self):
        return torch.tensor([0.2, 0.4])
"""
FILTER = """\
from sensors import Camera, Lidar, Radar


def correct(z, noise):
    return z / noise


for sensor in (Lidar(), Camera(), Radar()):
    z, noise = sensor.measure(torch.ones(2))
    correct(z, noise)
"""


def test_of_many_lines_the_one_that_makes_another_dtype_is_named():
    files = {"main": FILTER, "sensors": SENSORS}
    failed = (
        "tensor 'noise' dtype mismatch. expected Float, actual Double"
        "  # return z / noise  # main.py:5 in correct"
    )
    one = told(files, "correct", failed, call="correct(z, noise)", said=failed)
    assert lines(one) == ["correct(z, noise)", "sheet = np.asarray((0.3, 0.9)) ** 2"]


@pytest.mark.parametrize(
    ("made", "dtypes", "is_made"),
    [
        ("np.asarray(x)", {"float32", "float64"}, True),
        ("numpy.linspace(0, 1, 5)", {"float32", "float64"}, True),
        ("np.random.default_rng(0).normal(size=3)", {"float32", "float64"}, True),
        ("np.asarray(x, dtype=np.float32)", {"float32", "float64"}, False),
        ("np.asarray(x, np.float32)", {"float32", "float64"}, False),
        ("np.asarray(x)", {"float32", "float16"}, False),
        ("torch.zeros(3)", {"float32", "float64"}, False),
        ("torch.normal(0.0, 1.0)", {"float32", "float64"}, False),
        ("np.arange(3)", {"float32", "float64"}, False),
    ],
)
def test_numpy_makes_float64_unless_it_is_asked_for_another(made, dtypes, is_made):
    assert gives(dtypes)(ast.parse(made, mode="eval").body) is is_made


@pytest.mark.parametrize(
    ("made", "dtypes"),
    [
        ("x.double()", {"float32", "float64"}),
        ("x.to(torch.bfloat16)", {"float32", "bfloat16"}),
        ("torch.zeros(3, dtype=torch.long)", {"int32", "int64"}),
        ("x.astype('float64')", {"float32", "float64"}),
    ],
)
def test_a_dtype_is_made_where_it_is_written(made, dtypes):
    nodes = ast.walk(ast.parse(made, mode="eval").body)
    assert any(gives(dtypes)(one) for one in nodes if isinstance(one, ast.expr))
    nodes = ast.walk(ast.parse(made, mode="eval").body)
    test = gives({"float32", "float8"})
    assert not any(test(one) for one in nodes if isinstance(one, ast.expr))


RULES = """\
from text import parse


class Blend:
    @classmethod
    def anneal(cls, trust):
        cls.rule = parse("lambda m: m * trust", trust)

    @classmethod
    def mix(cls, m):
        return cls.rule(m)


class Other:
    def anneal(self):
        self.rule = None
"""
UPDATE = """\
import rules


def update(m):
    return rules.Blend.mix(m)


for _ in range(3):
    update(m)
"""
PARSE = """\
def parse(text, trust):
    return {made}
"""


@pytest.mark.parametrize(
    ("made", "wanted"),
    [
        ("eval(text.replace('trust', str(trust)))", "made from text"),
        ("FUNCTIONS[trust]", "different object"),
    ],
)
def test_the_code_of_a_function_leads_to_what_stores_the_function(made, wanted):
    files = {"main": UPDATE, "rules": RULES, "text": PARSE.format(made=made)}
    failed = (
        "___check_obj_id(G['__import_rules'].Blend.rule.__code__, 7), "
        "type=<class 'code'>  # return cls.rule(m)  # rules.py:11 in mix"
    )
    one = told(files, "update", failed, call="update(m)", times=2)
    stored = 'cls.rule = parse("lambda m: m * trust", trust)'
    assert lines(one) == [stored, f"return {made}"]
    assert wanted in getattr(one, "title", one.what)


LOADER = """\
from torch.utils.data import DataLoader


def collate(rows):
    x = stacked(rows).transpose(0, 1)
    return {"x": x, "y": rows}


def loader(rows):
    return DataLoader(rows, collate_fn=collate)
"""
TRAINER = """\
from loader import loader


def step(x):
    return x + 1


def fit(batches):
    for batch in batches:
        step(batch["x"])


fit(loader(range(9)))
"""


def test_a_batch_leads_to_what_the_loader_collates():
    failed = "tensor 'x' stride mismatch at index 0. expected 3, actual 84"
    one = told(
        {"main": TRAINER, "loader": LOADER},
        "step",
        failed,
        call=("fit(loader(range(9)))", 'step(batch["x"])'),
        said=failed,
    )
    assert lines(one)[-1] == "x = stacked(rows).transpose(0, 1)"


WALLS = """\
class Wall:
    knocks = 0

    @classmethod
    def knock(cls):
        cls.knocks += 1


class Box:
    def advance(self, x):
        return x * WEAR[min(self.walls[0].knocks, 7)]


Box().advance(1)
"""


def test_a_number_made_of_an_attribute_of_a_class_leads_to_what_sets_it():
    one = told(
        {"main": WALLS},
        "Box.advance",
        "min(7, dict(type(L['self'].walls[0]).__dict__)['knocks']) == 1",
        types=[("L['self'].walls[0]", "main.Wall")],
        call="Box().advance(1)",
        times=2,
    )
    assert lines(one) == ["cls.knocks += 1"]
    assert "`min(7, Wall.knocks)`" in one.what


def test_the_rate_of_a_group_that_a_comprehension_passes_leads_to_its_store():
    text = (
        "class SGD:\n"
        "    def step(self):\n"
        "        update([(g['params'], g['lr']) for g in self.groups])\n\n"
        "def update(work):\n"
        "    return work\n\n"
        "def plateau(opt):\n"
        "    for g in opt.groups:\n"
        "        g['lr'] = 0.5 * float(g['lr'])\n"
    )
    call = "update([(g['params'], g['lr']) for g in self.groups])"
    one = told({"main": text}, "update", "L['work'][0][1] == 0.1", call=call)
    assert "g['lr'] = 0.5 * float(g['lr'])" in lines(one)


SEARCH = """\
class Search:
    def advance(self, state):
        self.state = state
        self.prune(state > 0)

    def prune(self, keep):
        self.count = 0
        self.state = {kept}


def decode(search):
    for _ in range(9):
        state = step(search.state)
        search.advance(state)


decode(Search())
"""


@pytest.mark.parametrize("kept", ["self.state[keep]", "self.state[self.state > 0]"])
def test_the_line_that_selects_items_gave_the_size(kept):
    files = {
        "main": SEARCH.format(kept=kept),
        "net": "def step(state):\n    return -state\n",
    }
    failed = "tensor 'state' size mismatch at index 0. expected 6, actual 5"
    one = told(files, "step", failed, call="state = step(search.state)", times=4)
    assert f"self.state = {kept}" in lines(one)
