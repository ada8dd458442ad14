"""The published schema of the page's data: Python writes it, the page expects it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

import depyf.render
from depyf.model.edit_tried import CureSummary, EditPart
from depyf.model.facts import facts_of
from depyf.model.findings import findings
from depyf.render.html import stored
from depyf.render.page_data import page_parts
from depyf.render.run_texts import RunTexts
from tests.findings.test_recorded import HERE as FINDINGS
from tests.findings.test_recorded import RECORDED
from tests.findings.test_recorded import recorded as problem
from tests.findings.test_tried import tried

from .journal import nasty_run, recorded
from .schema import errors

ASSETS = Path(depyf.render.__file__).parent / "assets"
FIRST = ["parts", "f0", "details", "f0", "compilations", 0]
SCHEMA = json.loads((ASSETS / "page.schema.json").read_text(encoding="utf-8"))
CONTRACT = Path(__file__).parents[2] / "report" / "src" / "contract.ts"
INTERFACE = re.compile(
    r"^export interface (\w+) \{\n(.*?)^\}", re.MULTILINE | re.DOTALL
)
FIELD = re.compile(r"^  (\w+)(\??):", re.MULTILINE)
EXAMPLES = sorted(
    f"examples/{path.name.partition('.')[0]}"
    for path in FINDINGS.glob("journals/examples/*.gz")
)
LARGE = {"examples/llama", "examples/encoder_decoder", "examples/resnet50"}


def cured():
    """Return a run with an edit that has parts, and a summary of all edits."""
    run = recorded("breaks_and_recompiles")
    first = findings(run).findings[0]
    parts = (EditPart("a", "nothing"), EditPart("b", "graph breaks 2 -> 0"))
    run = tried(run, first, verdict="kept", what="a; then b", diff="-a\n", parts=parts)
    known = [*sum(run.facts.by_kind.values(), ()), CureSummary(None, ("1 of 1",))]
    return replace(run, facts=facts_of(known))


RUNS = {
    "cured": cured,
    "toy": lambda: recorded("toy_training"),
    "breaks": lambda: recorded("breaks_and_recompiles"),
    "nasty": nasty_run,
    **{name: lambda name=name: problem(name) for name in RECORDED},
    **{name: lambda name=name: problem(name) for name in EXAMPLES},
}


def in_page(run):
    """Returns what stands in the page of a run, nothing packed."""
    parts = page_parts(RunTexts(run))
    kept = json.loads(json.dumps(parts))
    files = stored(parts)["files"]
    return {"base": kept.pop("base"), "files": files, "parts": kept}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name, marks=pytest.mark.slow(reason="large pages") if name in LARGE else ()
        )
        for name in RUNS
    ],
)
def test_the_data_of_every_recorded_run_is_as_the_schema_tells(name):
    data = in_page(RUNS[name]())
    assert list(errors(SCHEMA, data)) == []


def interfaces():
    if not CONTRACT.exists():
        pytest.skip("the page's sources are not part of a source distribution")
    text = CONTRACT.read_text(encoding="utf-8")
    return {name: dict(FIELD.findall(body)) for name, body in INTERFACE.findall(text)}


def test_the_schema_tells_of_every_interface_of_the_contract():
    found = interfaces()
    assert {"StoredGraph", "StoredNodes", "KernelData", "Span"} <= found.keys()
    for name, fields in found.items():
        told = SCHEMA["$defs"][name]
        assert told["properties"].keys() == fields.keys(), name
        assert set(told["required"]) == {one for one in fields if not fields[one]}, name
        assert told["additionalProperties"] is False


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["base", "spans", 0, "depth"], -1),
        (["base", "spans", 0, "depth"], True),
        (["base", "spans", 0, "cache"], "perhaps"),
        ([*FIRST, "graph_data", 0, "nodes", "takes", 0], {}),
        ([*FIRST, "graph_data", 0, "nodes", "bytes", 0], "many"),
        ([*FIRST, "graph_data", 0, "nodes", "places", 0], -1),
        ([*FIRST, "graph_data", 0, "new"], 1),
        (["parts", "f0", "memory"], {}),
        (["parts", "f0", "details", "f0", "own_source"], "text"),
        (["parts", "f0", "texts", 0], None),
        (["base", "schema"], 1),
    ],
)
def test_what_is_wrong_is_found(path, value):
    data = in_page(recorded("toy_training"))
    inner = data
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    assert len(list(errors(SCHEMA, data))) >= 1
