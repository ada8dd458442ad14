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
        "details": _renumbered(part.get("details", {}), by),
        "memory": part.get("memory", {}),
    }


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
