"""Whatever fails inside depyf, at whatever hook: the program ends the same."""

from __future__ import annotations

import json
import os
import textwrap

import pytest

from .conftest import HAS_TRACE

pytestmark = pytest.mark.torch

# One program, several processes' worth of faults: each in a block of its own, after a
# reset, so that all hooks are called again.  It prints what each block computed.
PROGRAM = """
import json, os, shutil, sys
from pathlib import Path
import torch
import depyf
import depyf.capture.attribution
import depyf.capture.bytecode_source
import depyf.capture.dump_directory
import depyf.reading.held_folder
import depyf.capture.graph_source
import depyf.capture.hit_source
import depyf.capture.journal
import depyf.capture.kernel_source
import depyf.capture.session
import depyf.capture.trace_table
import depyf.capture.trace_source
import depyf.render.compare_ranks
import depyf.capture.user_lines
import depyf.render.report
import depyf.render.details
import depyf.render.json
import depyf.model.build
import depyf.render.full_code
import depyf.render.index
from depyf.capture import torch_compat

def broken(*args, **kwargs):
    raise ZeroDivisionError("injected")

def work(backend):
    torch._dynamo.reset()
    seen = []
    depyf.annotate(backend=backend)

    @torch.compile(backend=backend)
    def f(x):
        y = x.sin() * 2
        seen.append(1)
        if x.shape[0] > 3:
            y = y + 1
        if y.sum() > 0:
            y = y + 1
        return y

    results = []
    for size in (3, 4):
        x = torch.ones(size, requires_grad=True)
        out = f(x)
        out.sum().backward()
        results.append([out.tolist(), x.grad.tolist(), len(seen)])
    return results

FAULTS = json.loads(sys.argv[2])
backend = sys.argv[1]
expected = work(backend)
report = {}
for number, (owner, name) in enumerate(FAULTS):
    module, _, inner = owner.partition(":")
    target = sys.modules[module]
    for part in filter(None, inner.split(".")):
        target = getattr(target, part)
    before = getattr(target, name)
    called = []
    def fault(*args, **kwargs):
        called.append(1)
        raise ZeroDivisionError("injected")
    setattr(target, name, fault)
    try:
        with depyf.prepare_debug(f"dump{number}"):
            results = work(backend)
    finally:
        setattr(target, name, before)
    index = Path(f"dump{number}", "index.md")
    text = index.read_text() if index.exists() else ""
    report[f"{owner}.{name}"] = [
        results == expected, len(called), "injected" in text or "failure(s)" in text]
torch._dynamo.reset()
with depyf.prepare_debug("sound"):
    results = work(backend)
sound = "Failed" not in Path("sound/index.md").read_text()
report["sound"] = [results == expected, 1, sound]
print(json.dumps(report))
"""

CAPTURE = "depyf.capture"
EVERYWHERE = [
    (f"{CAPTURE}.bytecode_source:BytecodeSource", "_show"),
    (f"{CAPTURE}.entry_event", "decompile_code"),
    (f"{CAPTURE}.bytecode_source", "relocate"),
    (f"{CAPTURE}.bytecode_source", "shown_entry"),
    (f"{CAPTURE}.trace_table:TraceReader", "take"),
    (f"{CAPTURE}.trace_table", "stack_of_frame"),
    (f"{CAPTURE}.trace_source", "guards_being_built"),
    (f"{CAPTURE}.graph_source:GraphSource", "_from_formatter"),
    (f"{CAPTURE}.graph_source:GraphSource", "_set_text"),
    (f"{CAPTURE}.graph_source:GraphSource", "make_steppable"),
    (f"{CAPTURE}.attribution:Attribution", "settled"),
    (f"{CAPTURE}.attribution:Attribution", "begin"),
    (f"{CAPTURE}.journal:Journal", "_append"),
    ("depyf.reading.held_folder:HeldFolder", "replace"),
    (f"{CAPTURE}.hit_source:HitSource", "watch"),
    (f"{CAPTURE}.hit_source:HitSource", "watch_original"),
    (f"{CAPTURE}.hit_source:HitSource", "report"),
    (f"{CAPTURE}.session:CaptureSession", "annotate"),
    (f"{CAPTURE}.trace_records", "printed_stack"),
    (f"{CAPTURE}.trace_input", "users_own"),
    ("depyf.render.entry_details", "side_effect_words"),
    ("depyf.render.index_entries", "kernel_words"),
    ("depyf.render.index_findings", "findings"),
    ("depyf.render.json", "saved_for_backward"),
    (f"{CAPTURE}.user_lines:UserLines", "add"),
    (f"{CAPTURE}.torch_compat", "current_trace_id"),
    (f"{CAPTURE}.torch_compat", "compiled_frame_globals"),
    ("depyf.render.full_code", "full_code"),
    ("depyf.render.index", "index_md"),
    ("depyf.model.build", "fold"),
]
INSTALLING = [
    (f"{CAPTURE}.torch_compat", name)
    for name in (
        "register_bytecode_hook",
        "add_trace_handler",
        "intercept_graph_formatter",
        "watch_graph_copies",
        "wrap_kernel_loader",
        "codes_seen",
        "features",
        "rank_and_world",
    )
]


@pytest.mark.parametrize(
    "faults",
    [
        pytest.param(EVERYWHERE[::2], id="hooks"),
        pytest.param(
            EVERYWHERE[1::2],
            id="hooks in between",
            marks=pytest.mark.slow(reason="as many compilations as faults"),
        ),
        pytest.param(INSTALLING, id="install"),
    ],
)
def test_a_fault_anywhere_changes_nothing_and_is_told(run_program, faults):
    done = run_program(PROGRAM, "aot_eager", json.dumps(faults))
    told = done.told
    assert [name for name, (same, _, _) in told.items() if not same] == []
    assert "Traceback" not in done.stderr
    unseen = {
        name for name, (_, called, told_of) in told.items() if called and not told_of
    }
    # Where nothing at all can be written, stderr has to do.
    assert unseen <= {
        "depyf.reading.held_folder:HeldFolder.replace",
        f"{CAPTURE}.torch_compat.rank_and_world",
    }
    assert told["sound"][2]
    called = [name for name, (_, called, _) in told.items() if called]
    # What an older torch or Python does not offer is never called.
    lacking = 6 if HAS_TRACE else 12
    assert len(called) >= len(faults) - lacking, sorted(set(told) - set(called))


@pytest.mark.slow(reason="compiles kernels without a cache")
def test_a_fault_in_the_kernel_loader_changes_nothing(run_program):
    faults = [
        (f"{CAPTURE}.kernel_source:KernelSource", "_loaded"),
        (f"{CAPTURE}.kernel_source:KernelSource", "reported"),
        (f"{CAPTURE}.kernel_source", "relocate_module"),
        ("depyf.render.details", "origins_of"),
    ]
    done = run_program(PROGRAM, "inductor", json.dumps(faults))
    assert {name for name, entry in done.told.items() if not entry[0]} == set()
    assert all(told for _, called, told in done.told.values() if called)


VANISHING = """
import shutil, sys, os, stat
from pathlib import Path
import torch
import depyf

what = sys.argv[1]

def make(n):
    @torch.compile(backend="aot_eager")
    def f(x):
        y = x * n
        torch._dynamo.graph_break()
        return y + 1
    return f

with depyf.prepare_debug("dump"):
    print(make(2)(torch.ones(2)).tolist())
    if what == "removed":
        shutil.rmtree("dump")
    elif what == "replaced by a file":
        shutil.rmtree("dump")
        Path("dump").write_text("mine")
    elif what == "journal is a folder":
        Path("dump/journal.jsonl").unlink()
        Path("dump/journal.jsonl").mkdir()
    elif what == "small files only":
        import resource
        resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))
    print(make(3)(torch.ones(2)).tolist())
print("end")
"""


@pytest.mark.skipif(os.name == "nt", reason="limits and folders of POSIX")
@pytest.mark.parametrize(
    "what",
    ["removed", "replaced by a file", "journal is a folder", "small files only"],
)
def test_a_directory_that_vanishes_half_way_changes_nothing(run_program, what):
    done = run_program(VANISHING, what)
    assert done.stdout == "[3.0, 3.0]\n[4.0, 4.0]\nend\n"
    assert "Traceback" not in done.stderr
    if what == "removed":
        assert "removed" in done.read("index.md")
    else:
        assert done.from_depyf


@pytest.mark.parametrize("name", ["compare_ranks", "forget_sequence"])
def test_a_fault_in_comparing_ranks_changes_nothing_and_is_told(run_program, name):
    program = """
        import torch, depyf
        import depyf.render.report

        def broken(*args):
            raise ZeroDivisionError("injected")

        setattr(depyf.render.report, NAME, broken)
        with depyf.prepare_debug("dump"):
            print(torch.compile(lambda x: x + 1, backend="eager")(torch.ones(2)))
        """
    head = f"NAME = {name!r}\n"
    done = run_program(
        head + textwrap.dedent(program), env={"RANK": "0", "WORLD_SIZE": "2"}
    )
    assert done.stdout == "tensor([2., 2.])\n"
    assert len(done.from_depyf) >= 1
    assert "Traceback" not in done.stderr
    assert done.files("__transformed_code_0_for_*.py")


HOSTILE = """
import torch, depyf

class Hostile:
    def __repr__(self):
        raise RuntimeError("no text")
    __str__ = __repr__

def backend(gm, example_inputs):
    depyf.annotate(value=Hostile())
    return gm.forward

@torch.compile(backend=backend)
def f(x):
    return x + 1

with depyf.prepare_debug("dump"):
    print(f(torch.ones(2)).tolist())
"""


def test_an_annotation_that_cannot_be_shown_changes_nothing(run_program):
    done = run_program(HOSTILE)
    assert done.stdout == "[2.0, 2.0]\n"
    assert "noting an annotation" in done.read("index.md")
    assert "Traceback" not in done.stderr


WRITES = """
import errno, json, os
from pathlib import Path
import torch
import depyf
import depyf.reading.held_folder as held_folder
import depyf.capture.journal as journal

def work():
    torch._dynamo.reset()

    @torch.compile(backend="eager")
    def f(x):
        y = x.sin() * 2
        torch._dynamo.graph_break()
        return y + 1

    x = torch.ones(3, requires_grad=True)
    out = f(x)
    out.sum().backward()
    return [out.tolist(), x.grad.tolist()]

def full(*_):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

def run(folder, owner, name, fails):
    calls, original = [], getattr(owner, name)
    def write(*args, **kwargs):
        calls.append(1)
        return full() if fails(len(calls)) else original(*args, **kwargs)
    setattr(owner, name, write)
    try:
        with depyf.prepare_debug(folder):
            results = work()
    finally:
        setattr(owner, name, original)
    return results, len(calls)

expected = work()
report = []
for owner, name in (
    (held_folder.HeldFolder, "replace"),
    (journal.Journal, "_append"),
):
    _, count = run(f"sound_{name}", owner, name, lambda call: False)
    faults = {f"only_{n}": n.__eq__ for n in range(1, count + 1)}
    faults.update({f"from_{n}": n.__le__ for n in (1, count // 2, count)})
    for label, fails in faults.items():
        folder = f"{name}_{label}"
        results, _ = run(folder, owner, name, fails)
        broken = []
        for path in Path(folder).rglob("*.py"):
            try:
                compile(path.read_text(), str(path), "exec")
            except SyntaxError:
                broken.append(path.name)
        litter = [path.name for path in Path(folder).rglob("*.tmp")]
        told = [path.name for path in Path(folder).glob("*") if "ENOSPC" in
                path.read_text() or "No space left" in path.read_text()]
        report.append([folder, results == expected, broken, litter, bool(told)])
print(json.dumps(report))
"""


@pytest.mark.slow(reason="one run for every write or place that can fail")
def test_a_disk_that_is_full_at_any_write_changes_nothing(run_program):
    done = run_program(WRITES)
    report = done.told
    assert len(report) >= 15
    assert [folder for folder, same, *_ in report if not same] == []
    assert [folder for folder, _, broken, litter, _ in report if broken or litter] == []
    assert "Traceback" not in done.stderr
    # One write that fails is told in the dump; where it is the claim on the directory
    # or the very last, stderr has to do.
    silent = [folder for folder, *_, told in report if "only_" in folder and not told]
    assert len(silent) <= 3
    assert len(done.from_depyf) >= len(report)
