"""torch's structured trace: what depyf's listening makes torch do, and what not."""

from __future__ import annotations

import json

import pytest

from .conftest import needs_trace, torch_writes

pytestmark = [pytest.mark.torch, needs_trace]

PAYLOADS = """
import json, logging
import torch
import torch._dynamo
from torch._logging import trace_structured
import depyf

made = []

def artifact(name):
    def payload():
        made.append(name)
        raise ZeroDivisionError(name)
    about = lambda: {"name": name, "encoding": "string"}
    trace_structured("artifact", metadata_fn=about, payload_fn=payload)

with depyf.prepare_debug("dump"):
    artifact("fx_graph_runnable")
    artifact("of_interest")
inside, made[:] = list(made), []

class Listener(logging.Handler):
    def emit(self, record):
        pass

log = logging.getLogger("torch.__trace")
listener = Listener()
raised = []
with depyf.prepare_debug("beside"):
    log.addHandler(listener)
    for name in ("fx_graph_runnable", "of_interest"):
        try:
            artifact(name)
        except ZeroDivisionError as error:
            raised.append(str(error))
    log.removeHandler(listener)
print(json.dumps([inside, made, raised]))
"""


def test_a_record_is_made_for_depyf_only_if_it_is_read_and_cannot_fail(run_program):
    done = run_program(PAYLOADS)
    inside, with_other, raised = done.told
    assert done.code == 0
    assert inside == ["of_interest"]
    assert "ZeroDivisionError: of_interest" in done.read("index.md")
    # Where somebody else listens everything is as torch has it.
    assert with_other == raised == ["fx_graph_runnable", "of_interest"]


TRACED = """
import json, sys
from contextlib import nullcontext
from pathlib import Path
import torch
import depyf

@torch.compile(backend="eager")
def f(x):
    return x.sin() + 1

with depyf.prepare_debug("dump") if sys.argv[1] == "seen" else nullcontext():
    f(torch.ones(3))
    f(torch.ones(4))
seen = []
for log in Path(sys.argv[1]).glob("*.log"):
    for line in log.read_text().splitlines():
        # torch times every hook on bytecode, in a chromium_event.
        if line.startswith("V") and "chromium_event" not in line:
            place = line.split("]")[0].split()[-1].rpartition(":")[0]
            seen.append([place, sorted(json.loads(line.split("] ", 1)[1]))])
print(json.dumps(seen))
"""


@pytest.mark.slow(reason="each run writes a log and imports torch anew")
def test_the_log_of_torchs_trace_is_the_same_with_depyf(run_program):
    plain, seen = (
        run_program(TRACED, name, env={"TORCH_TRACE": name}).told
        for name in ("plain", "seen")
    )
    assert len(plain) > 10
    assert seen == plain


PRINTED = """
import json
import torch
import depyf
from torch._dynamo import guards

printed = []
manager = getattr(guards, "GuardManagerWrapper", None) or guards.GuardManager
made = manager.__str__

def counted(self):
    printed.append(made(self))
    return printed[-1]

manager.__str__ = counted

@torch.compile(backend="eager")
def f(x):
    return x.sin() + 1

with depyf.prepare_debug("dump"):
    f(torch.ones(3))
print(json.dumps(len(printed)))
"""


@pytest.mark.skipif(
    not torch_writes("torch._dynamo.guards", "class GuardManager"),
    reason="this torch has no tree of guards",
)
@pytest.mark.slow(reason="each run writes a log and imports torch anew")
def test_torch_does_not_print_the_guards_that_depyf_reads_itself(run_program):
    alone = run_program(PRINTED)
    assert alone.told == 0
    [guard, *_] = [
        guard
        for guard in json.loads(alone.read("summary.json"))["shared"]["guards"]
        if guard["kind"] == "TENSOR_MATCH"
    ]
    assert guard["source"] == "L['x']"
    assert run_program(PRINTED, env={"TORCH_TRACE": "log"}).told > 0
