"""Checks JSON against a schema: the part of draft 2020-12 that ours uses."""

from __future__ import annotations

_TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}
_TOLD = {"$schema", "$defs", "title", "description"}  # nothing to check


def errors(schema, data, root=None, at="$"):
    """Yield where `data` is not what `schema` tells.

    Raises:
        KeyError: the schema uses a keyword that is not known here.
    """
    root = schema if root is None else root
    for keyword, wanted in schema.items():
        if keyword not in _TOLD:
            yield from _CHECKS[keyword](wanted, data, schema, root, at)


def _type(wanted, data, _schema, _root, at):
    number = wanted in {"integer", "number"} and isinstance(data, bool)
    if number or not isinstance(data, _TYPES[wanted]):
        yield f"{at}: {data!r:.60} is no {wanted}"


def _required(wanted, data, _schema, _root, at):
    if isinstance(data, dict):
        yield from (f"{at}: no {name}" for name in wanted if name not in data)


def _properties(wanted, data, _schema, root, at):
    if isinstance(data, dict):
        for name in wanted.keys() & data.keys():
            yield from errors(wanted[name], data[name], root, f"{at}.{name}")


def _additional(wanted, data, schema, root, at):
    if not isinstance(data, dict):
        return
    for name in data.keys() - schema.get("properties", {}).keys():
        if wanted is False:
            yield f"{at}: {name} is not told of"
        else:
            yield from errors(wanted, data[name], root, f"{at}.{name}")


def _items(wanted, data, _schema, root, at):
    if isinstance(data, list):
        for position, one in enumerate(data):
            yield from errors(wanted, one, root, f"{at}[{position}]")


def _reference(wanted, data, _schema, root, at):
    name = wanted[len("#/$defs/") :]
    yield from errors(root["$defs"][name], data, root, at)


def _any_of(wanted, data, _schema, root, at):
    if all(any(True for _ in errors(one, data, root, at)) for one in wanted):
        yield f"{at}: {data!r:.60} is none of the forms"


def _enum(wanted, data, _schema, _root, at):
    if data not in wanted:
        yield f"{at}: {data!r:.60} is none of {wanted}"


def _const(wanted, data, _schema, _root, at):
    if data != wanted:
        yield f"{at}: {data!r:.60} is not {wanted}"


def _minimum(wanted, data, _schema, _root, at):
    if isinstance(data, (int, float)) and data < wanted:
        yield f"{at}: {data} is less than {wanted}"


_CHECKS = {
    "type": _type,
    "required": _required,
    "properties": _properties,
    "additionalProperties": _additional,
    "items": _items,
    "$ref": _reference,
    "anyOf": _any_of,
    "enum": _enum,
    "const": _const,
    "minimum": _minimum,
}
