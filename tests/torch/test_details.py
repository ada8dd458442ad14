"""What surrounds the graphs: side effects, sizes, saved tensors, kernels, time."""

from __future__ import annotations

import json
import re
import sys

import pytest

from .conftest import torch_writes

pytestmark = pytest.mark.torch

EFFECTS = """
import torch, depyf

COUNT = 0

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0
        self.seen = []

    def forward(self, x, table):
        global COUNT
        COUNT += 1
        self.calls += 1
        self.seen.append(x.shape[0])
        table["last"] = x
        return x + 1

def counter():
    count = 0
    def step(x):
        nonlocal count
        count = count + 1
        return x * count
    return step

def pure(x):
    made = []
    made.append(x)
    return made[0] + 1

net = Net()
with depyf.prepare_debug("dump"):
    torch.compile(net, backend="eager")(torch.ones(2), {})
    torch.compile(counter(), backend="eager")(torch.ones(2))
    torch.compile(pure, backend="eager")(torch.ones(2))
print(COUNT, net.calls, net.seen)
"""


@pytest.mark.skipif(
    not torch_writes("torch._dynamo.side_effects", "dynamo_side_effects"),
    reason="this torch does not tell what it replays",
)
def test_side_effects_are_told_with_the_line_that_has_them(run_program):
    done = run_program(EFFECTS)
    assert done.from_depyf == []
    assert done.stdout == "1 1 [2]\n"
    sections = {p.split("`")[1]: p for p in done.read("index.md").split("\n## ")[1:-1]}
    method = next(text for name, text in sections.items() if name.endswith("forward"))
    told = method.split("changes after the graph: ")[1].splitlines()[0]
    for name, line in (
        ("`COUNT`", 14),
        ("`self`", 15),
        ("`self.seen`", 16),
        ("`table`", 17),
    ):
        assert f"program.py:{line} " in told.split(name)[1].split("`")[0], told
    cell = next(text for name, text in sections.items() if name.endswith("step"))
    assert "changes after the graph: `count` (program.py:24 " in cell, cell
    # A list that lives and dies in the function is nobody's business.
    assert "changes after the graph" not in sections["pure"]


CUT_FOR_DDP = """
from pathlib import Path
import torch, depyf
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first = torch.nn.Linear(700, 700)
        self.second = torch.nn.Linear(700, 700)

    def forward(self, x):
        x = self.first(x).relu()
        return self.second(x)

store = Path("store").absolute().as_uri()
dist.init_process_group("gloo", init_method=store, rank=0, world_size=1)
net = DistributedDataParallel(Net(), bucket_cap_mb=1)
with depyf.prepare_debug("dump"):
    torch.compile(net, backend="aot_eager")(torch.randn(2, 700)).sum().backward()
dist.destroy_process_group()
"""


@pytest.mark.skipif(
    sys.platform == "win32"
    or not torch_writes("torch._dynamo.backends.distributed", "ddp_split_child"),
    reason="no gloo, or this torch does not tell how it cuts",
)
def test_a_graph_that_is_cut_for_data_parallel_training_says_where(run_program):
    index = run_program(CUT_FOR_DDP).read("index.md")
    told = " ".join(index.split("split into 2 graphs")[1].split())
    assert "`submod_0` (program.py:14), `submod_1` (program.py:15)" in told


SIZES = """
import torch, depyf

def f(x, n):
    if x.shape[0] > 3:
        x = x + 1
    if x.shape[1] == 7:
        x = x * 2
    return x.sum() + n

with depyf.prepare_debug("dump"):
    torch.compile(f, backend="eager", dynamic=True)(torch.ones(5, 7), 1)
"""


@pytest.mark.skipif(
    not torch_writes("torch.fx.experimental.symbolic_shapes", "guard_added_fast"),
    reason="this torch does not tell which line asked for a size",
)
def test_each_condition_on_a_size_names_the_line_that_asked(run_program):
    done = run_program(SIZES)
    assert done.from_depyf == []
    index = done.read("index.md")
    symbol = re.search(
        r"sizes that may vary: `(s\d+)` = `x\.size\(\)\[0\]`, 5 at first", index
    )[1]
    assert f"`{symbol} > 3` needed by program.py:5 `if x.shape[0] > 3:`" in index
    assert re.search(r"`s\d+ == 7`: made a constant by program.py:7 ", index)
    (compilation,) = json.loads(done.read("summary.json"))["frames"][0]["compilations"]
    lines = {guard["user_line"]["line"] for guard in compilation["shape_guards"]}
    assert {5, 7} <= lines


TRAINING = """
import json
import torch, depyf

weight = torch.ones(8, 8, requires_grad=True)

def f(x):
    h = x @ weight
    h = h.sin() * h.exp()
    return h.sum()

with depyf.prepare_debug("dump", **json.loads(OPTIONS)):
    f = torch.compile(f, backend=BACKEND)
    f(torch.ones(4, 8)).backward()
"""


def training(backend, **options):
    head = f"BACKEND = {backend!r}\nOPTIONS = {json.dumps(options)!r}\n"
    return head + TRAINING


def test_what_is_saved_for_backward_has_bytes_and_origin(run_program):
    done = run_program(training("aot_eager"))
    assert done.from_depyf == []
    (compilation,) = json.loads(done.read("summary.json"))["frames"][0]["compilations"]
    (saved,) = compilation["saved_for_backward"]
    tensors = {one["name"]: one for one in saved["tensors"]}
    own = [one for one in tensors.values() if "argument" not in one]
    # The very names that the backward graph takes, but for the gradient.
    (name,) = done.files("__compiled_fn_*.Backward_graph.0.py")
    head = done.read(name).partition("tangents_")[0]
    assert all(re.search(rf"\b{name}\b", head) for name in tensors)
    assert own
    for one in own:
        assert one["bytes"] == 4 * 8 * 4
        assert one["line"] in {10, 11}
    assert f"saved for backward: {len(own)} tensor" in done.read("index.md")


@pytest.mark.skipif(
    not torch_writes("torch._inductor.compile_fx", "fx_graph_cache_"),
    reason="this torch does not tell what its caches did",
)
@pytest.mark.slow(reason="compiles kernels without a cache")
def test_cold_and_warm_caches_and_a_cache_that_others_filled(run_program, tmp_path):
    plain = training("inductor").replace(
        'depyf.prepare_debug("dump", **json.loads(OPTIONS))', "torch.enable_grad()"
    )
    env = {"TORCHINDUCTOR_CACHE_DIR": str(tmp_path / "others")}
    run_program(plain, env=env)
    warm = run_program(training("inductor"), env=env)
    env = {"TORCHINDUCTOR_CACHE_DIR": str(tmp_path / "own")}
    expected = sorted(warm.files("__compiled_fn_*.kernel_*.py"))
    warm_index = warm.read("index.md")
    cold = run_program(training("inductor"), env=env)
    cold_index = cold.read("index.md")
    assert warm.from_depyf == cold.from_depyf == []
    assert re.search(r"FX-graph cache: (?:\d )?hit", warm_index)
    assert re.search(r"FX-graph cache: (?:\d )?miss", cold_index)
    assert "compiling took" in cold_index  # a short time, as of the other, is not told
    for index in (cold_index, warm_index):
        # The lines and operations of kernels are there either way.
        assert re.search(r"kernel `cpp_fused_\w+` from program.py:1[01]", index)
        assert "saved for backward: " in index
    assert sorted(cold.files("__compiled_fn_*.kernel_*.py")) == expected


@pytest.mark.skipif(
    not torch_writes("torch._inductor.config", "provenance_tracking_level"),
    reason="this torch does not record where kernels come from",
)
def test_the_origin_of_kernels_is_exact_when_asked_for(run_program):
    done = run_program(training("inductor", provenance=True))
    assert done.from_depyf == []
    (compilation,) = json.loads(done.read("summary.json"))["frames"][0]["compilations"]
    for kernel in compilation["kernels"]:
        assert kernel["origins"]
        assert {origin["how"] for origin in kernel["origins"]} <= {
            "recorded",
            "comment",
            "buffers",
        }
        (lowered,) = [
            graph["file"]
            for graph in compilation["graphs"]
            if graph["stage"] == "AFTER_POST_GRAD"
            and graph["backward"] == kernel["backward"]
        ]
        text = done.read(lowered)
        recorded = [o for o in kernel["origins"] if o["how"] == "recorded"]
        for origin in recorded:
            for node in origin["nodes"]:
                assert re.search(rf"\b{node}\b", text), (origin["kernel"], node)
    assert "inferred" not in done.read("index.md")


BACKEND = """
import sys
import torch, depyf
from torch._dynamo.utils import lazy_format_graph_code

def backend(gm, example_inputs):
    depyf.annotate(stage="before any stage", sample=example_inputs[0])
    lazy_format_graph_code("before split", gm)
    depyf.annotate(parts=2, notes=["a", "b"])
    lazy_format_graph_code("post_grad.0.SomePass.before", gm)
    return gm.forward

depyf.annotate(nobody="listens")

@torch.compile(backend=backend)
def f(x):
    return x.sin() + 1

with depyf.prepare_debug("dump"):
    f(torch.ones(3))
    depyf.annotate(outside="of any compilation")
depyf.annotate(nobody="listens")
print("end")
"""


def test_stages_and_annotations_of_a_custom_backend_stand_with_its_graph(run_program):
    done = run_program(BACKEND)
    assert done.from_depyf == []
    assert done.stdout == "end\n"
    stages = {"before_split": "0", "post_grad.0.SomePass.before": "0"}
    index = done.read("index.md")
    for stage, number in stages.items():
        (name,) = done.files(f"__compiled_fn_*.{stage}.{number}.py")
        assert f"({name})" in index
        assert "sin" in done.read(name)
    prefix = name.partition(".")[0]
    assert "annotated: stage = before any stage, sample = a tensor of shape" in index
    assert f"(after `{prefix}.before_split.0.py`)" in index
    (compilation,) = json.loads(done.read("summary.json"))["frames"][0]["compilations"]
    _, second = compilation["annotations"]
    assert second["metadata"] == {"parts": "2", "notes": "['a', 'b']"}
    assert second["graph"] == f"{prefix}.before_split.0.py"
    assert "outside = of any compilation" in index
    assert "nobody" not in index


CALLS = """
import json
import torch, depyf
config = torch._dynamo.config
limit = "recompile_limit" if hasattr(config, "recompile_limit") else "cache_size_limit"
setattr(config, limit, 2)

@torch.compile(backend="eager", dynamic=False)
def f(x, n):
    return x * n

def plain(x):
    return x + 1

with depyf.prepare_debug("dump", count_calls=json.loads(COUNT)):
    for _ in range(3):
        for word in range(5):
            f(torch.ones(2 + word), 2)
    g = torch.compile(plain, backend="eager")
    g(torch.ones(2))
    plain(torch.ones(2))
import sys
monitoring = getattr(sys, "monitoring", None)
tools = [monitoring.get_tool(n) for n in range(6)] if monitoring else []
print(json.dumps([name for name in tools if name]))
"""


@pytest.mark.skipif(not hasattr(sys, "monitoring"), reason="counting needs Python 3.12")
def test_calls_that_ran_as_plain_python_are_counted(run_program):
    done = run_program('COUNT = "true"\n' + CALLS)
    assert done.from_depyf == []
    assert done.told == []  # no tool is left behind
    frames = {
        frame["co_name"]: frame
        for frame in json.loads(done.read("summary.json"))["frames"]
    }
    hits = [item["hits"] for item in frames["f"]["compilations"] if "entry" in item]
    assert hits == [3, 3]
    assert frames["f"]["plain_calls"] == 9
    assert frames["plain"]["plain_calls"] == 1
    assert "it ran 9 times as plain Python" in done.read("index.md")


def test_counting_can_be_switched_off(run_program):
    done = run_program('COUNT = "false"\n' + CALLS)
    assert done.from_depyf == []
    assert "hit" not in done.read("index.md").split("## Not recorded")[0]
    assert "how often each entry was called" in done.read("index.md")


MODULES = """
import torch, depyf

class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)

    def forward(self, x):
        return torch.relu(self.linear(x))

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList([Layer(), Layer()])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x.sum()

with depyf.prepare_debug("dump"):
    torch.compile(Net(), backend="aot_eager")(torch.ones(2, 4)).backward()
"""
KEEPS_MODULES = torch_writes(
    "torch._functorch._aot_autograd.utils", "def copy_fwd_metadata_to_bw_nodes("
)
SUBCLASS = """
import torch, depyf

class Own(torch.Tensor):
    pass

def doubled(x):
    return x * 2

with depyf.prepare_debug("dump"):
    torch.compile(doubled, backend="eager")(torch.ones(2).as_subclass(Own))
"""


def test_graphs_name_modules_calls_and_the_users_line(run_program):
    """In each graph: which layer a node belongs to, and who called it."""
    done = run_program(MODULES)
    line = MODULES.split("\n").index("            x = layer(x)") + 1
    linear = MODULES.split("\n").index("        return torch.relu(self.linear(x))") + 1
    for stage in ("Captured_Graph", "Forward_graph", "Backward_graph"):
        (file,) = done.files(f"__compiled_fn_*.{stage}.0.py")
        text = done.read(file)
        modules = re.findall(r"# Module: (\S+) \((\w+)\)", text)
        if stage != "Backward_graph" or KEEPS_MODULES:
            for layer in ("0", "1"):
                assert (f"self.layers.{layer}.linear", "Linear") in modules, stage
            assert "# Module: not known" not in text
        else:
            assert "# Module: none" not in text
        assert re.search(rf"# Called from: \S+:{line} in forward\n", text), stage
        places = re.findall(r"# .*File: \S+:(\d+) in forward, code: (.*)", text)
        told = "return torch.relu(self.linear(x))"
        assert (str(linear), told) in places, stage
        # Older ones keep the frames of torch's own modules, too.
        assert "nn/modules/linear.py" not in text


def test_the_users_line_comes_before_torchs_own(run_program):
    """What a subclass of Tensor does is done by a function of torch's."""
    index = run_program(SUBCLASS).read("index.md")
    if "`__compiled_fn" not in index:
        pytest.skip("this torch does not trace subclasses")
    here = SUBCLASS.split("\n").index("    return x * 2") + 1
    assert re.search(rf"program.py:{here} .*-> `__compiled_fn_1`", index), index
    assert "_tensor.py" not in index
