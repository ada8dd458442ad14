"""The data that a page holds."""

from __future__ import annotations

import base64
import gzip
import json
import re
from itertools import accumulate, islice, repeat
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
    whole = {**parts["base"], "files": {}, "sources": {}, "details": {}}
    texts = whole["texts"] = []
    for part in parts.values():
        numbered = _moved(part, len(texts))
        for name in ("files", "sources", "details"):
            whole[name].update(numbered.get(name, {}))
        texts += part.get("texts", [])
    return whole


def _moved(part: Any, by: int) -> Any:
    files = {name: number + by for name, number in part.get("files", {}).items()}
    return {
        "files": files,
        "sources": _renumbered(part.get("sources", {}), by),
        "details": _renumbered(_with_places(part.get("details", {})), by),
    }


def _with_places(data: Any) -> Any:
    """Gives the nodes of graphs their places, as the page does."""
    if isinstance(data, list):
        return [_with_places(one) for one in data]
    if not isinstance(data, dict):
        return data
    if "place_lists" in data:
        lists = data["place_lists"]
        nodes = [{**one, "places": lists[one["places"]]} for one in data["nodes"]]
        return {**data, "nodes": nodes}
    return {key: _with_places(value) for key, value in data.items()}


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
    lines = json.loads(gzip.decompress(base64.b64decode(part["packed"])))
    return json.loads(unpacked_lines(**lines))


def unpacked_lines(templates: list[str], order: list[int], distances: list[int]) -> str:
    """Puts numbers and lines back into a text."""
    steps = iter(distances)
    numbers = []
    for template, pieces in enumerate(one.split("\0") for one in templates):
        times = order.count(template)
        gaps = [[*accumulate(islice(steps, times))] for _ in pieces[1:]]
        numbers.append(iter(zip(*gaps)) if gaps else repeat(()))
    lines = []
    for template in order:
        first, *rest = templates[template].split("\0")
        lines.append(
            first
            + "".join(f"{n}{one}" for n, one in zip(next(numbers[template]), rest))
        )
    return "".join(lines)
