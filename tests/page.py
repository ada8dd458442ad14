"""The data that a page holds."""

from __future__ import annotations

import base64
import gzip
import json
import re
from itertools import accumulate, islice, repeat
from typing import Any, Iterator

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
        "details": _renumbered(_with_nodes(part.get("details", {}), part), by),
    }


def _with_nodes(data: Any, part: Any) -> Any:
    """Makes the nodes of graphs of their columns, as the page does."""
    if isinstance(data, list):
        return [_with_nodes(one, part) for one in data]
    if not isinstance(data, dict):
        return data
    if "place_lists" in data:
        return [*_nodes(data, part["texts"])]
    return {key: _with_nodes(value, part) for key, value in data.items()}


def _nodes(columns: Any, texts: list[str]) -> Iterator[dict[str, Any]]:
    words = texts[columns["words"]].split("\n")
    names = texts[columns["names"]].split("\n")
    shown = [*accumulate(columns["shown"])]
    for at, place in enumerate(columns["places"]):
        node = {
            "name": names[at],
            **{key: words[columns[key][at]] for key in ("kind", "label", "type")},
            "takes": [at - by for by in columns["takes"][at]],
            "parameters": [words[number] for number in columns["parameters"][at]],
            "module": words[columns["module"][at]],
            "shown": shown[at],
            "places": columns["place_lists"][place],
        }
        if columns["bytes"][at] is not None:
            node["bytes"] = columns["bytes"][at]
        if columns["until"][at] is not None:
            node["until"] = at + columns["until"][at]
        if words[columns["home"][at]]:
            node["home"] = words[columns["home"][at]]
            node["body"] = words[columns["body"][at]]
        yield node


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
    if "lines" in part:
        (text,) = unpacked_lines(**_json(part["lines"]))
        return json.loads(text.replace("\n", ""))
    if "packed" not in part:
        return part
    found = _json(part["packed"])
    return {**found, "texts": unpacked_lines(**_json(part["texts"]))}


def _json(packed: str) -> Any:
    return json.loads(gzip.decompress(base64.b64decode(packed)))


def unpacked_lines(
    templates: list[str], order: list[int], distances: list[int], lines: list[int]
) -> list[str]:
    """Puts numbers and lines back into texts."""
    steps = iter(distances)
    numbers = []
    for template, pieces in enumerate(one.split("\0") for one in templates):
        times = order.count(template)
        gaps = [[*accumulate(islice(steps, times))] for _ in pieces[1:]]
        numbers.append(iter(zip(*gaps)) if gaps else repeat(()))
    found = []
    for template in order:
        first, *rest = templates[template].split("\0")
        pairs = zip(next(numbers[template]), rest)
        found.append(first + "".join(f"{number}{one}" for number, one in pairs))
    ends = [*accumulate(lines)]
    assert ends[-1:] in ([], [len(order)])
    return ["\n".join(found[a:b]) for a, b in zip([0, *ends], ends)]
