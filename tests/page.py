"""The data that a page holds."""

from __future__ import annotations

import base64
import gzip
import json
import re
from typing import Any

_DATA = re.compile(r'(?s)<script type="application/json" id="data">(.*?)</script>')
_NUMBERS = {"source", "own_source", "full_code", "text", "guard_text"}


def unpacked_page(page: str) -> Any:
    """Returns the data of a page as it stands in it, but nothing packed."""
    found = _DATA.search(page)
    assert found is not None
    data = json.loads(found[1])
    data["base"] = _unpacked(data["base"])
    data["parts"] = {name: _unpacked(part) for name, part in data["parts"].items()}
    return data


def page_data(page: str) -> Any:
    """Returns the data of a page, unpacked and in one."""
    data = unpacked_page(page)
    whole = joined({"base": data["base"], **data["parts"]})
    named = [file for files in data["files"].values() for file in files]
    assert named == list(whole["files"])
    return whole


def joined(parts: Any) -> Any:
    """Returns the parts of a page in one; all numbers lead into one table of texts."""
    whole = {**parts["base"], "files": {}, "sources": {}, "details": {}, "memory": {}}
    texts = whole["texts"] = []
    for part in parts.values():
        numbered = _moved(part, len(texts))
        for name in ("files", "sources", "details", "memory"):
            whole[name].update(numbered.get(name, {}))
        texts += part.get("texts", [])
    return whole


def _moved(part: Any, by: int) -> Any:
    files = {name: number + by for name, number in part.get("files", {}).items()}
    return {
        "files": files,
        "sources": _renumbered(part.get("sources", {}), by),
        "details": _renumbered(_with_nodes(part.get("details", {})), by),
        "memory": part.get("memory", {}),
    }


def _with_nodes(data: Any) -> Any:
    """Puts the columns of graphs together into nodes, as the page does."""
    if isinstance(data, list):
        return [_with_nodes(one) for one in data]
    if not isinstance(data, dict):
        return data
    if "place_lists" in data:
        return [_node(data, at) for at in range(len(data["name"]))]
    return {key: _with_nodes(value) for key, value in data.items()}


def _node(columns: Any, at: int) -> Any:
    same = ("name", "kind", "label", "type", "parameters", "module")
    node = {
        **{key: columns[key][at] for key in same},
        "takes": [at - back for back in columns["takes"][at]],
        "shown": sum(columns["shown"][: at + 1]),
        "places": columns["place_lists"][columns["places"][at]],
    }
    if str(at) in columns.get("bodies", {}):
        node["home"], node["body"] = columns["bodies"][str(at)]
    if columns["bytes"][at] is not None:
        node["bytes"] = columns["bytes"][at]
    if columns["until"][at] is not None:
        node["until"] = at + columns["until"][at]
    return node


def _renumbered(data: Any, by: int) -> Any:
    if isinstance(data, list):
        return [_renumbered(one, by) for one in data]
    if not isinstance(data, dict):
        return data
    return {
        key: value + by
        if key in _NUMBERS and isinstance(value, int)
        else _renumbered(value, by)
        for key, value in data.items()
    }


def _unpacked(part: Any) -> Any:
    if "packed" not in part:
        return part
    return json.loads(gzip.decompress(base64.b64decode(part["packed"])))
