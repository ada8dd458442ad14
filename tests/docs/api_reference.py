"""The reference of the Python API, generated from signatures and docstrings."""

from __future__ import annotations

import inspect
import re
from importlib import import_module

# Which names stand in which part of `docs/api.md`, in order.
CAPTURE = ("prepare_debug", "install", "uninstall", "annotate")
COMPILED = (
    "explain_compiled", "explain.Explanation", "check", "model.call_check.Check",
    "cure", "debug",
)  # fmt: skip
DECOMPILE = (
    "decompile", "decompile_code", "compile_decompiled", "Decompiled", "Decompiler",
    "Decompiler.decompile", "DecompilationError",
)  # fmt: skip
_TABLES = {"Args", "Attributes", "Raises"}
_HEAD = re.compile(r"(Args|Attributes|Returns|Raises|Yields):")
_NAMED = re.compile(r" {4}(\w+): (.*)")
_ROLE = re.compile(r"``([^`]+)``")
_DEFAULT = "<factory>"


def api_capture():
    """Return the section of what captures."""
    return _sections(CAPTURE)


def api_compiled():
    """Return the section of what works on compiled functions."""
    return _sections(COMPILED)


def api_decompile():
    """Return the section of the decompiler."""
    return _sections(DECOMPILE)


def _sections(names):
    return "\n".join(map(_section, names))


def _section(name):
    """Return a name's heading, signature and docstring."""
    thing = _found(name)
    title = f"depyf.{name}"
    lines = [
        f"### {title}",
        "",
        "```python notest",
        _signature(title, thing),
        "```",
        "",
    ]
    return "\n".join([*lines, *_text(inspect.getdoc(thing))]).rstrip() + "\n"


def _found(name):
    home, _, last = f"depyf.{name}".rpartition(".")
    try:
        return getattr(import_module(home), last)
    except ModuleNotFoundError:  # a method
        return getattr(_found(home[len("depyf.") :]), last)


def _signature(title, thing):
    """Return a signature, with one parameter a line if it is long."""
    if isinstance(thing, type) and issubclass(thing, Exception):
        return f"class {title}({thing.__bases__[0].__name__})"
    signature = inspect.signature(thing)
    parts = list(_parameters(signature.parameters.values()))
    result = signature.return_annotation
    end = "" if isinstance(thing, type) or result == "None" else f" -> {result}"
    short = f"{title}({', '.join(parts)}){end}"
    if len(short) <= 80:
        return short
    return f"{title}(\n" + "".join(f"    {one},\n" for one in parts) + f"){end}"


def _parameters(given):
    """Yield parameters as they stand in a signature, with ``/`` and ``*``."""
    kinds = [one.kind for one in given]
    for at, one in enumerate(given := [*given]):
        if one.name == "self":
            continue
        before = kinds[at - 1] if at else None
        if before is one.POSITIONAL_ONLY and one.kind is not before:
            yield "/"
        is_first = one.kind is one.KEYWORD_ONLY and before is not one.kind
        if is_first and before is not one.VAR_POSITIONAL:
            yield "*"
        stars = {one.VAR_POSITIONAL: "*", one.VAR_KEYWORD: "**"}.get(one.kind, "")
        default = "..." if repr(one.default) == _DEFAULT else repr(one.default)
        end = "" if one.default is one.empty else f" = {default}"
        yield f"{stars}{one.name}: {one.annotation}{end}"


def _text(doc):
    """Yield a docstring as Markdown: its named parts become lists."""
    part, held = "", []
    for line in [*_ROLE.sub(r"`\1`", doc).splitlines(), ""]:
        head = _HEAD.fullmatch(line)
        named = _NAMED.fullmatch(line) if part in _TABLES else None
        if held and (not line.strip() or head or named):
            yield " ".join(held)
            held = []
        if head:
            before = [""] if part else []
            part = head[1]
            yield from (*before, f"**{'Arguments' if part == 'Args' else part}**", "")
        elif named:
            held = [f"- `{named[1]}`: {named[2]}"]
        elif line.strip():
            held.append(line.strip())
        elif not part:
            yield ""
