"""The run is what it would be without depyf, and nothing of depyf stays behind."""

from __future__ import annotations

import re

import pytest

from .conftest import needs_trace

pytestmark = pytest.mark.torch

RESULTS = """
import hashlib, json, sys
import torch

backend, capture = sys.argv[1:]

class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(6, 6)

    def forward(self, x, scale=2.0):
        y = torch.relu(self.linear(x)) * scale
        if y.sum() > 3:
            y = y + x
        return y.cos(), {"mean": y.mean()}

torch.manual_seed(0)
layer = Layer()
compiled = torch.compile(layer, backend=backend)

def main():
    digest = hashlib.sha256()
    for size in (4, 4, 7):
        x = torch.randn(size, 6, requires_grad=True)
        layer.zero_grad()
        out, extra = compiled(x)
        (out.sum() + extra["mean"]).backward()
        for tensor in (out, extra["mean"], x.grad, layer.linear.weight.grad):
            digest.update(tensor.detach().numpy().tobytes())
    print(json.dumps(digest.hexdigest()))

if capture == "yes":
    import depyf
    with depyf.prepare_debug("dump"):
        main()
else:
    main()
"""


def timeless(stderr):
    """torch's own log lines without the time and the process they begin with."""
    return re.sub(r"(?m)^([IWE])\d{4} [\d:.]+ \d+ ", r"\1 ", stderr)


@pytest.mark.parametrize(
    "backend",
    [
        "eager",
        "aot_eager",
        pytest.param("inductor", marks=pytest.mark.slow(reason="three runs, one cold")),
    ],
)
def test_results_and_gradients_are_bitwise_equal(run_program, backend):
    if backend == "inductor":
        # Fills the cache: torch itself warns more often while it compiles.
        run_program(RESULTS, backend, "no")
    with_depyf = run_program(RESULTS, backend, "yes")
    without = run_program(RESULTS, backend, "no")
    assert with_depyf.stdout == without.stdout
    assert timeless(with_depyf.stderr) == timeless(without.stderr)


IDENTITY = """
import json
import torch
from torch._dynamo.convert_frame import register_bytecode_hook
from torch._dynamo.eval_frame import _debug_get_cache_entry_list
import depyf

made = []
register_bytecode_hook(lambda original, new: made.append((original, new)) and None)

def inner(x, flag):
    k = torch.ones(3)
    def body(y):
        return y * k
    out = body(x)
    if out.sum() > 0:
        out = out + 1
    try:
        return out * 2 if flag else [out, k]
    finally:
        out = None

def outer(x):
    with torch.no_grad():
        y = x + 1
        torch._dynamo.graph_break()
        y = y * 2
    return y - x

with depyf.prepare_debug("dump"):
    for f, args in ((inner, (torch.ones(3), True)), (inner, (-torch.ones(3), False)),
                    (outer, (torch.ones(3),))):
        torch.compile(f, backend="eager")(*args)

report = []
for original, new in made:
    for entry in _debug_get_cache_entry_list(original):
        code = entry.code
        if code.co_code == new.co_code and code.co_consts == new.co_consts:
            same = all(
                getattr(code, name, None) == getattr(new, name, None)
                for name in ("co_names", "co_exceptiontable", "co_varnames",
                             "co_freevars", "co_cellvars", "co_name", "co_flags",
                             "co_stacksize", "co_argcount")
            )
            report.append([same, code.co_filename, original.co_name])
            break
    else:
        report.append([False, "", original.co_name])
print(json.dumps([len(made), report]))
"""


def test_the_code_in_each_cache_entry_is_dynamos_but_for_file_and_lines(run_program):
    done = run_program(IDENTITY)
    assert done.from_depyf == []
    made, report = done.told
    assert made == len(report) >= 3
    for same, filename, name in report:
        assert same, name
        assert "__transformed_code_" in filename


HOOKS = """
import gc, json, logging, sys
import torch
import torch._dynamo.utils
from torch._dynamo import convert_frame, eval_frame
from torch._inductor.codecache import PyCodeCache
import depyf

def state():
    formatter = torch._dynamo.utils.lazy_format_graph_code
    monitoring = getattr(sys, "monitoring", None)
    trace = getattr(torch._logging._internal, "trace_structured", formatter)
    return [
        list(convert_frame._bytecode_hooks),
        list(vars(convert_frame._bytecode_hooks)),
        [type(h).__name__ for h in logging.getLogger("torch.__trace").handlers],
        formatter.__code__.co_filename,
        repr((formatter.__defaults__, formatter.__kwdefaults__)),
        trace.__code__.co_filename,
        repr((trace.__defaults__, trace.__kwdefaults__)),
        sorted(name for name in trace.__globals__ if "depyf" in name),
        sorted(name for name in formatter.__globals__ if "depyf" in name),
        repr(PyCodeCache.__dict__["load_by_key_path"].__func__.__qualname__),
        getattr(eval_frame, "_callback_from_stance", print).__module__,
        [monitoring.get_tool(n) for n in range(6)] if monitoring else None,
        torch.fx.GraphModule.__deepcopy__.__qualname__,
    ]

@torch.compile(backend="aot_eager")
def f(x):
    y = x.sin()
    if y.sum() > 0:
        return y + 1
    return y - 1

logging.getLogger("torch.__trace").debug("", extra={"metadata": {}, "payload": None})
before = state()
with depyf.prepare_debug("dump"):
    f(torch.ones(3))
    inside = state()
after = state()
with depyf.debug():
    f(torch.ones(3))
    f(torch.ones(2, 2))
last = state()
try:
    with depyf.prepare_debug("dump"):
        raise KeyError("mine")
except KeyError as error:
    assert error.args == ("mine",)
print(json.dumps([before == after == last == state(), before == inside, before, after]))
"""


def test_no_hook_remains_after_the_block(run_program):
    done = run_program(HOOKS, env={"PYTHONBREAKPOINT": "0"})
    same, untouched_inside, before, after = done.told
    assert same, (before, after)
    assert not untouched_inside


SECOND = """
import torch
import depyf

def make(operation):
    @torch.compile(backend="eager")
    def same_name(x):
        return getattr(x, operation)() + 1
    return same_name

with depyf.prepare_debug("dump"):
    first = make("sin")
    first(torch.ones(3))
outside = make("cos")
outside(torch.ones(3))
with depyf.prepare_debug("dump"):
    make("tan")(torch.ones(3))
    first(torch.ones(3))
    outside(torch.ones(3))
"""


def test_a_second_block_goes_on_counting_and_keeps_the_first_ones_files(run_program):
    done = run_program(SECOND)
    assert done.from_depyf == []
    assert done.files("__transformed_code_*_for_same_name.py") == [
        "__transformed_code_0_for_same_name.py",
        "__transformed_code_1_for_same_name.py",
    ]
    assert len(done.files("__compiled_fn_*.Captured_Graph.0.py")) == 2


def test_a_function_compiled_before_the_block_is_named_in_the_index(run_program):
    done = run_program(
        """
        import torch, depyf

        @torch.compile(backend="eager")
        def compiled_too_early(x):
            return x + 1

        compiled_too_early(torch.ones(3))
        with depyf.prepare_debug("dump"):
            compiled_too_early(torch.ones(3))
        """
    )
    assert done.from_depyf == []
    absent = done.read("index.md").split("Not recorded")[-1]
    assert "compiled_too_early" in absent


SEQUENCE = """
import contextlib, json, logging, sys
import torch
import torch.utils.checkpoint

seen = []

class Ids(logging.Handler):
    def emit(self, record):
        metadata = getattr(record, "metadata", {})
        if "dynamo_start" in metadata:
            ids = [metadata.get(k) for k in ("compiled_autograd_id", "frame_id",
                                             "frame_compile_id", "attempt")]
            seen.append([*ids, metadata["dynamo_start"]["stack"][-1]["name"]])

logging.getLogger("torch.__trace").handlers.insert(0, Ids(logging.DEBUG))

def block():
    if sys.argv[1] == "no":
        return contextlib.nullcontext()
    import depyf
    return depyf.prepare_debug("dump")

@torch.compile(backend="aot_eager")
def step(x):
    y = (x.sin() * x).sum()
    y.backward()
    return x.grad

@torch.compile(backend="aot_eager")
def conditional(x):
    return torch.cond(x.sum() > 0, lambda t: t.sin(), lambda t: t.cos(), (x,))

layer = torch.nn.Linear(3, 3)

@torch.compile(backend="aot_eager")
def checkpointed(x):
    return torch.utils.checkpoint.checkpoint(
        lambda t: layer(t).relu(), x, use_reentrant=False)

with block():
    if hasattr(torch._dynamo.config, "compiled_autograd"):
        torch._dynamo.config.compiled_autograd = True
    step(torch.ones(3, requires_grad=True))
    if hasattr(torch._dynamo.config, "compiled_autograd"):
        torch._dynamo.config.compiled_autograd = False
    conditional(torch.ones(3))
    checkpointed(torch.ones(2, 3, requires_grad=True)).sum().backward()
    torch.compile(layer, backend="aot_eager", dynamic=True)(torch.ones(5, 3))
print(json.dumps(seen))
"""


@needs_trace
def test_torch_compiles_the_same_things_in_the_same_order(run_program):
    done = run_program(SEQUENCE, "yes")
    assert done.from_depyf == []
    plain = run_program(SEQUENCE, "no")
    assert done.told == plain.told
    assert len(plain.told) >= 4
    for path in (done.directory / "dump").glob("*.py"):
        compile(path.read_text(encoding="utf-8"), str(path), "exec")


MESSAGES = """
import logging, sys, warnings
import torch

logging.basicConfig(stream=sys.stdout, format="%(message)s %(lineno)d")

@torch.compile(backend="eager")
def f(x, n):
    y = x.sin()
    torch._dynamo.graph_break()
    warnings.warn("careful")
    logging.warning("hello")
    if n > 2:
        raise ValueError(f"mine {n}")
    return y[n]

@torch.compile(backend="eager", fullgraph=True)
def whole(x):
    torch._dynamo.graph_break()
    return x

def main():
    for n in (0, 5, 1, 3):
        try:
            print(f(torch.ones(2), n))
        except (ValueError, IndexError) as error:
            print(type(error), error)
    try:
        whole(torch.ones(2))
    except Exception as error:
        print(type(error), error)
    sys.exit(7)

if sys.argv[1] == "plain":
    main()
import depyf
with depyf.prepare_debug("dump", relocate=sys.argv[1] == "relocate"):
    main()
"""


def test_output_warnings_exceptions_and_exit_code_are_the_same(run_program):
    plain = run_program(MESSAGES, "plain", expect=7)
    left = run_program(MESSAGES, "leave", expect=7)
    assert left.stdout == plain.stdout
    assert timeless(left.stderr) == timeless(plain.stderr)
    # Relocated frames report our file and line; nothing else may differ.
    moved = run_program(MESSAGES, "relocate", expect=7)
    assert re.sub(r"hello \d+", "hello", moved.stdout) == re.sub(
        r"hello \d+", "hello", plain.stdout
    )
    told = "UserWarning: careful"  # the line below it also shows the user's
    assert moved.stderr.count(told) == plain.stderr.count(told) >= 1
    assert len(moved.stderr.splitlines()) == len(plain.stderr.splitlines())


RACE = """
import sys
import threading
import time
import torch
from torch._dynamo import utils
from torch._logging import _internal
import depyf

failed, stop = [], threading.Event()
sys.setswitchinterval(1e-5)
module = torch.fx.symbolic_trace(torch.nn.Identity())
trace = getattr(_internal, "trace_structured", None)

def call():
    while not stop.is_set():
        try:
            utils.lazy_format_graph_code("tensorify_python_scalars", module)
            if trace is not None:
                trace("str", lambda: ("no file", -1), suppress_context=True)
            time.sleep(1e-4)
        except Exception as error:
            failed.append(repr(error))

threads = [threading.Thread(target=call) for _ in range(2)]
for thread in threads:
    thread.start()
for _ in range(10):
    with depyf.prepare_debug("dump"):
        pass
stop.set()
for thread in threads:
    thread.join()
print(failed[:3])
"""


def test_blocks_open_and_close_while_other_threads_call_what_they_watch(run_program):
    done = run_program(RACE)
    assert done.stdout.splitlines()[-1] == "[]", done.stderr


CLOSED_MEANWHILE = """
import json, threading
import torch
from torch._dynamo import convert_frame
import depyf

compiling, closed = threading.Event(), threading.Event()

def hook(original, new):
    compiling.set()
    closed.wait(60)

convert_frame.register_bytecode_hook(hook)

@torch.compile(backend="eager")
def f(x):
    return x.sin() + 1

told = []

def compile_it():
    try:
        told.append(f(torch.zeros(2)).tolist())
    except BaseException as error:
        told.append(repr(error))

thread = threading.Thread(target=compile_it)
with depyf.prepare_debug("dump"):
    thread.start()
    compiling.wait(60)
closed.set()
thread.join()
print(json.dumps([told, list(vars(convert_frame._bytecode_hooks))]))
"""


def test_a_block_is_closed_while_another_thread_compiles(run_program):
    assert run_program(CLOSED_MEANWHILE).told == [[[1.0, 1.0]], []]


AT_ONCE = (
    HOOKS.partition("@torch.compile")[0]
    + """
import threading

before = state()
sys.setswitchinterval(1e-5)
for _ in range(8):
    together = threading.Barrier(3)

    def enter(name):
        together.wait()
        with depyf.prepare_debug(name):
            pass

    threads = [threading.Thread(target=enter, args=(f"dump{n}",)) for n in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
print(json.dumps([before == state(), before, state()]))
"""
)


def test_blocks_that_threads_enter_at_once_leave_no_hook(run_program):
    same, before, after = run_program(AT_ONCE).told
    assert same, (before, after)


ANNOTATED = """
import torch, depyf
from torch._dynamo.utils import counters

def f(x):
    y = x + 1
    depyf.annotate(step=1, x=x)
    return y * 2

with depyf.prepare_debug("dump"):
    compiled = torch.compile(f, backend="eager")
    for n in (2, 2, 3):
        print(compiled(torch.ones(n)))
print(dict(counters["frames"])["total"])
"""


def test_an_annotation_in_a_compiled_function_is_no_more_than_a_graph_break(
    run_program,
):
    done = run_program(ANNOTATED)
    assert done.from_depyf == []
    assert "Dynamo" not in done.stderr, "torch looked at depyf's own functions"
    # The function and its resume function, for two kinds of sizes.
    assert done.stdout.splitlines()[-1] == "4"
    index = done.read("index.md")
    assert "step = 1, x = a tensor of shape" in index
    for own in ("paused_collector", "never_compile", "annotate`: "):
        assert own not in index


SKIPPED = """
import torch, torch._dynamo, depyf, os, sys
rules = sys.modules.get("torch._dynamo.skipfiles", torch._dynamo.trace_rules)
before = list(rules.SKIP_DIRS)
own = os.path.dirname(depyf.__file__).replace(os.sep, "/") + "/"
with depyf.prepare_debug("dump"):
    print(own in rules.SKIP_DIRS, own not in before)
    rules.SKIP_DIRS.append("/mine/")
print(rules.SKIP_DIRS == [*before, "/mine/"], bool(rules.SKIP_DIRS_RE.match(own)))
"""


def test_what_the_program_has_torch_skip_stays_when_depyf_takes_its_own_away(
    run_program,
):
    assert run_program(SKIPPED).stdout.split() == ["True", "True", "True", "False"]


WARNS = """
import sys, warnings
import torch, torch._dynamo, torch._logging
import depyf

def warn():
    warnings.warn("told once")

warn()
if sys.argv[1] == "yes":
    with depyf.prepare_debug("dump"):
        warn()
else:
    warn()
warn()
"""


def test_a_warning_that_was_shown_is_not_shown_again(run_program):
    """Python forgets what it has shown whenever someone changes its filters."""
    assert run_program(WARNS, "no").stderr.count("told once") == 2  # with the line
    assert run_program(WARNS, "yes").stderr.count("told once") == 2
