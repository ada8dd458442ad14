"""Recorded and hand-written journals, and the runs they fold into."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path

from depyf.model import events as ev
from depyf.model.build import fold
from depyf.model.call_check import CallChecked, Entry, Miss
from depyf.model.serialize import event_from_json
from depyf.render.files import generated_files
from depyf.torch_text.guards import read_guard
from depyf.torch_text.names import CompileId

HERE = Path(__file__).parent
ACCEPT = bool(os.environ.get("DEPYF_ACCEPT"))


def recorded(name):
    """Return the run of a recorded journal."""
    path = HERE / "journals" / f"{name}.jsonl"
    packed = path.with_suffix(".jsonl.gz")
    data = (
        gzip.decompress(packed.read_bytes()) if packed.exists() else path.read_bytes()
    )
    text = data.decode("utf-8")
    return fold(event_from_json(json.loads(line)) for line in text.splitlines())


def texts(run):
    """Return all files of a run."""
    return {name: make_text() for name, make_text in generated_files(run)}


def check_golden(name, text):
    """Compare with the accepted text; DEPYF_ACCEPT=1 accepts what is there now."""
    path = HERE / "goldens" / f"{name}.txt"  # .txt: not ours to lint or format
    if ACCEPT:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8"))
    assert text == path.read_text(encoding="utf-8")


NASTY = "</script><img src=x onerror=alert(1)>`$(rm -rf ~)`*_[x](y)"
NASTY_FILE = f"/home/us er/{NASTY}\n# evil = 1.py"


def entry(compile_id, co_name, index, source, **more):
    values = {
        "co_name": co_name,
        "index": index,
        "file": f"__transformed_code_{index}_for_{co_name}.py",
        "source": source,
        "quality": "exact",
        "original_file": "/home/user/a.py",
        "original_first_line": 1,
        "code_key": f"{co_name}{compile_id.frame}",
        **more,
    }
    return ev.TransformedCode(compile_id, **values)


def nasty_run():
    """Return a run whose every text is out to break out of where it is put."""
    first, second = CompileId(0, 0), CompileId(0, 1)
    stack = (ev.SourceLine(NASTY_FILE, 3, NASTY, f"if {NASTY}:\nprint()"),)
    return fold(
        [
            ev.RunStarted(None, program=NASTY_FILE, torch_version=NASTY),
            entry(
                first,
                NASTY,
                0,
                "def f(x):\n    g = __compiled_fn_1(x)\n    return 'a\\'</script>'\n",
                qualified_name=NASTY,
                original_file=NASTY_FILE,
                original_source=f"@{NASTY}\ndef f(x):\n    return '''{NASTY}'''\n",
                diagnostics=(NASTY, "two\nlines"),
                names={"__compiled_fn_1": NASTY},
                graph_calls=("__compiled_fn_1",),
            ),
            ev.GuardsReported(
                first,
                (
                    read_guard(f"{NASTY} is <odd>  # {NASTY}  # a.py:3 in f"),
                    read_guard(f"L['x'] == {NASTY!r}"),
                    read_guard("L['x'] or L['y']  # x  # a.py:3 in f"),
                    read_guard("two\nlines"),
                ),
            ),
            ev.GraphReported(first, stage="Captured_Graph", text=f"class {NASTY}:"),
            ev.GraphReported(
                first, stage="Forward_graph", text="class <lambda>(M):\n 1"
            ),
            ev.GraphBreak(first, NASTY, NASTY, (NASTY,), NASTY, stack, "javascript:x"),
            ev.Kernel(first, text="x = 1", names=(NASTY,), path=NASTY),
            ev.Recompile(second, (ev.RecompileReason(NASTY, first),)),
            ev.FrameSkipped(second, NASTY, NASTY_FILE, 3, NASTY),
            ev.ShapeSymbol(first, NASTY, NASTY, NASTY, NASTY),
            ev.CompiledBefore(None, NASTY, NASTY, NASTY_FILE, 1, 2),
            *_nasty_checks(),
            ev.Failure(None, NASTY, NASTY, NASTY),
            ev.Note(None, NASTY, NASTY),
        ]
    )


def _nasty_checks():
    """Yield answers of `depyf.check`: of the function of `nasty_run`, and another."""
    line = ev.SourceLine(NASTY_FILE, 3, NASTY, NASTY)
    words = (NASTY, NASTY, NASTY, NASTY, NASTY, line, NASTY)
    for key, text in ((f"{NASTY}0", f"L['x'] == {NASTY!r}"), (NASTY, NASTY)):
        yield CallChecked(
            None,
            code_key=key,
            asked_at=line,
            function=NASTY,
            hits=False,
            outcome="plain",
            misses=(Miss(Entry(0, "0/0"), *words, text),),
            reason=NASTY,
            notes=(NASTY,),
        )
