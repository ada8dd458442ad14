"""Holds a dump against what torch itself told while the program ran.

Everything is compared by content: the operations of a graph, in order; the text of a
generated module; and that the nodes a kernel comes from are nodes of the graph under
whose name the kernel lies.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Dict, Iterator

if TYPE_CHECKING:
    from pathlib import Path

_OPERATION = re.compile(r"^[#\s]*(\w+)(?:: [^=]*)? = (.*?);?(?:  .*)?$")
_PLACE = re.compile(r"^[#\s]*# .*:\d+ in \S+, code: ")
_CLEARED = re.compile(r";\s+\w+( = \w+)* = None\b.*$")
_STAGES = {
    "dynamo_output_graph": "Captured_Graph",
    "aot_forward_graph": "Forward_graph",
    "aot_inference_graph": "Forward_graph",
    "aot_backward_graph": "Backward_graph",
    "inductor_post_grad_graph": "AFTER_POST_GRAD",
}
_MAPPINGS = "inductor_provenance_tracking_node_mappings"
# torch makes up names for what no node stands for.
_NO_NODE = re.compile(r"^(arg|primals|tangents)\d*_\d+$")

Told = Dict[str, Dict[str, Any]]


def faults(folder: Path, told: Told) -> list[str]:
    """Returns what is wrong with a dump: nothing, if all is well."""
    found = [*_of_files(folder)]
    for compile_id, about in told.items():
        for name in about["graphs"]:
            short = "_".join(name.split("_")[:5])
            records = [tuple(record) for record in about["records"]]
            problems = [
                *_of_entry(folder, short),
                *_of_graphs(folder, short, records),
                *_of_kernels(folder, short, records),
            ]
            found += [f"{compile_id} {short}: {problem}" for problem in problems]
    return found


def counted(folder: Path, told: Told) -> dict[str, int]:
    """Returns how much there was to judge, so that nothing passes by being empty."""
    records = [kind for about in told.values() for kind, _ in about["records"]]
    return {
        "functions": len(list(folder.glob("__transformed_code_*.py"))),
        "graphs": sum(kind in _STAGES for kind in records),
        "modules of kernels": records.count("inductor_output_code"),
        "kernels with nodes": sum(
            len(json.loads(text).get("cppCodeToPost", ()))
            for about in told.values()
            for kind, text in about["records"]
            if kind == _MAPPINGS
        ),
    }


def _of_files(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        try:
            compile(text, str(path), "exec")
        except SyntaxError as error:
            yield f"{path.name} does not compile: {error}"
        if path.name.startswith("__transformed_code_"):
            quality = text.splitlines()[1]
            if not quality.startswith("# exact:"):
                yield f"{path.name} is not exact: {quality}"


def _of_entry(folder: Path, short: str) -> Iterator[str]:
    entries = folder.glob("__transformed_code_*.py")
    if not any(_calls(_text(path), short) for path in entries):
        yield "no transformed code calls it"


def _calls(code: str, short: str) -> bool:
    """Whether code calls a graph: by its name, or by a name that it was given.

    Dynamo loads the graph before its arguments.  Where it calls something for these, as
    for a key of a dict, the name cannot be looked up later without proof that the call
    does not set it.
    """
    given = re.findall(rf"^ *(\w+) = {short}\b(?!\()", code, re.MULTILINE)
    return any(re.search(rf"\b{name}\(", code) for name in (short, *given))


def _of_graphs(
    folder: Path, short: str, records: list[tuple[str, str]]
) -> Iterator[str]:
    for kind, stage in _STAGES.items():
        payloads = [text for told, text in records if told == kind]
        files = [_text(path) for path in sorted(folder.glob(f"{short}.{stage}.*.py"))]
        shown = [_operations(text) for text in files]
        for payload in _last_attempt(kind, payloads):
            wanted = _operations(payload)
            if not any(_holds(found, wanted) for found in shown):
                yield f"{stage} is not the graph that torch told ({len(files)} files)"


def _last_attempt(kind: str, payloads: list[str]) -> list[str]:
    """Dynamo begins again at times; what it captured before came to nothing."""
    return payloads[-1:] if kind == "dynamo_output_graph" else payloads


def _of_kernels(
    folder: Path, short: str, records: list[tuple[str, str]]
) -> Iterator[str]:
    paths = sorted(folder.glob(f"{short}.kernel_*.py"))
    modules = [_text(path) for path in paths]
    told = {text for kind, text in records if kind == "inductor_output_code"}
    for payload in told:
        if not any(_shows(module, payload) for module in modules):
            yield "a generated module is not under it"
    if len(modules) != len(told):
        yield f"{len(modules)} modules under it, torch told of {len(told)}"
    graphs = [
        {line.partition(" = ")[0] for line in _operations(_text(path))}
        for path in sorted(folder.glob(f"{short}.AFTER_POST_GRAD.*.py"))
    ]
    for kind, text in records:
        if kind == _MAPPINGS:
            mapping = json.loads(text).get("cppCodeToPost", {})
            yield from _of_mapping(mapping, graphs, modules)


def _of_mapping(
    mapping: dict[str, list[str]], graphs: list[set[str]], modules: list[str]
) -> Iterator[str]:
    """Judges each kernel: with the backward torch tells those of the forward again."""
    lost: set[str] = set()
    for told in mapping.values():
        nodes = {node for node in told if not _NO_NODE.match(node)}
        if not any(nodes <= known for known in graphs):
            lost |= min((nodes - known for known in graphs), key=len, default=nodes)
    if lost:
        yield f"source nodes of kernels are in no graph of its: {sorted(lost)}"
    names = {key.partition(":")[0] for key in mapping}
    lost = {name for name in names if not any(name in one for one in modules)}
    if lost:
        yield f"kernels are in no module of its: {sorted(lost)}"


def _shows(module: str, payload: str) -> bool:
    """Whether a file holds a generated module: all lines, some with a remark behind."""
    shown, told = module.splitlines(), payload.rstrip().splitlines()
    return len(shown) >= len(told) and all(
        line == wanted or line.startswith(f"{wanted}  # ")
        for line, wanted in zip(shown, told)
    )


def _operations(text: str) -> list[str]:
    """Returns the operations of a printed graph: `name = expression`, in order."""
    found = []
    for line in text.splitlines():
        if _PLACE.search(line):  # its text may be an assignment
            continue
        operation = _OPERATION.match(_CLEARED.sub("", line))
        if operation is not None:
            found.append(f"{operation[1]} = {operation[2].strip()}")
    return found


def _holds(shown: list[str], wanted: list[str]) -> bool:
    """Whether `wanted` stands in `shown` as it is, in one piece."""
    last = len(shown) - len(wanted)
    return any(
        shown[start : start + len(wanted)] == wanted for start in range(last + 1)
    )


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")
