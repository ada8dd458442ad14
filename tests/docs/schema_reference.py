"""The reference of `summary.json` and of the page's data, generated from one schema.

The page's schema describes both: the page opens with the summary.
"""

from __future__ import annotations

import json
from pathlib import Path

import depyf.render

ASSETS = Path(depyf.render.__file__).parent / "assets"
SUMMARY = ASSETS / "summary.schema.json"
PAGE = json.loads((ASSETS / "page.schema.json").read_text(encoding="utf-8"))
#: Fields of the page's `Base` that are not in the summary.
ONLY_PAGE = (
    "stages",
    "recompile_rules",
    "plain_modes",
    "overview",
    "functions",
    "compile_calls",
    "cure_files",
    "edited",
    "cure_summary",
    "edits",
    "recompiles",
    "spans",
)


def summary_schema():
    """Return the schema of `summary.json`, taken out of the page's."""
    base = PAGE["$defs"]["Base"]
    kept = {
        name: field
        for name, field in base["properties"].items()
        if name not in ONLY_PAGE
    }
    return {
        "$schema": PAGE["$schema"],
        "title": "depyf's summary.json",
        "description": "A whole run as data, for programs.",
        "type": "object",
        "properties": kept,
        "required": [name for name in base["required"] if name in kept],
        "additionalProperties": False,
        "$defs": {name: PAGE["$defs"][name] for name in _named(kept)},
    }


def summary_text():
    """Return the text of `summary.schema.json`."""
    return json.dumps(summary_schema(), indent=2) + "\n"


def summary_fields():
    """Return tables of the fields of `summary.json`."""
    schema = summary_schema()
    return "\n".join([_table(schema), *_sections(schema["$defs"])])


def page_fields():
    """Return tables of what only the page's data has."""
    base = PAGE["$defs"]["Base"]
    own = {name: base["properties"][name] for name in ONLY_PAGE}
    known = summary_schema()["$defs"]
    others = {name: one for name, one in PAGE["$defs"].items() if name not in known}
    others["Base"] = {**base, "properties": own}
    return "\n".join([_table(PAGE), *_sections(others)])


def _sections(definitions):
    for name, one in definitions.items():
        yield f"### {name}\n\n{one['description']}\n\n{_table(one)}"


def _table(schema):
    needed = schema.get("required", ())
    lines = ["| Field | Type | Meaning |", "|---|---|---|"]
    for name, field in schema["properties"].items():
        always = "" if name in needed else "?"
        lines.append(f"| `{name}`{always} | {_type(field)} | {field['description']} |")
    return "\n".join(lines) + "\n"


def _type(field):
    if "$ref" in field:
        name = field["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in field:
        return " or ".join(map(_type, field["anyOf"]))
    if "enum" in field:
        return ", ".join(f"`{one}`" for one in field["enum"])
    if "const" in field:
        return f"`{field['const']}`"
    if field["type"] == "array":
        return f"list of {_type(field['items'])}"
    values = field.get("additionalProperties")
    if field["type"] == "object" and values:
        return f"object of {_type(values)}"
    return field["type"]


def _named(node):
    """Return the definitions that a part of the schema leads to, in their order."""
    found, todo = set(), [node]
    while todo:
        one = todo.pop()
        if isinstance(one, list):
            todo += one
        elif isinstance(one, dict):
            name = str(one.get("$ref", "")).rpartition("/")[2]
            if name and name not in found:
                found.add(name)
                todo.append(PAGE["$defs"][name])
            todo += one.values()
    return [name for name in PAGE["$defs"] if name in found]
