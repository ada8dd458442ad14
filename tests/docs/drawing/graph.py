"""A graph as a picture: inputs, operators with type and shape, what it returns.

Parameters stand in the box of the operator that uses them.  Of a large graph, layers
that repeat are drawn once; of what is larger still, the first operators.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Mapping, Sequence, Tuple

from depyf.model.families import repetitions
from depyf.model.wording import counted
from depyf.render.drawing.picture import (
    CODE,
    SOFT,
    Box,
    Chart,
    Edge,
    Line,
    Node,
    Picture,
    Point,
)
from depyf.render.drawing.text_size import lines_of, size_of
from depyf.torch_text.access_paths import dotted_path
from depyf.torch_text.graph import parsed_graph
from depyf.torch_text.operators import Operator
from depyf.torch_text.source_lines import short_file
from tests.docs.drawing.layered import Size, Spacing, laid_out
from tests.docs.drawing.parts import Drawing

if TYPE_CHECKING:
    from depyf.model.run import Graph

MOST = 60  # nodes
_WHOLE = 24  # as many are drawn as they are; of more, layers that repeat are folded
_TEXT = 190.0
_LEAST = 64.0
_FAN = 18.0  # between two arrows that lead to one node
_MARGIN = 4.0
_UNREADABLE = "torch's text of this graph is not Python"
_FOLD = "fold"
_FEWEST = 3  # operators of a module that are worth a node of their own
_NUMBER = re.compile(r"(?<=\w)_\d+\b")  # of a value: `add_1`


def graph_chart(graph: Graph, most: int = MOST) -> Chart:
    """Return the operators of a graph, and what goes from one to another."""
    operators: Sequence[Operator] = parsed_graph(graph.text).operators
    if not operators:
        operators = [_more("all", "no operator is known", _UNREADABLE)]
    shown, into = _folded(operators, most)
    nodes = [_node(one) for one in shown]
    names = {one.name for one in shown}
    edges: dict[tuple[str, str], None] = {}
    for one in operators:
        target = into.get(one.name, one.name)
        for argument in one.arguments:
            source = into.get(argument, argument)
            if source != target and {source, target} <= names:
                edges[source, target] = None
    count = sum(map(_is_operator, operators))
    return Chart(
        f"{graph.file}: {counted(count, 'operator')}",
        "A graph of tensor operations, from its inputs down to what it returns.",
        tuple(nodes),
        tuple(Edge(source, target) for source, target in edges),
    )


def module_of(one: Operator) -> str:
    """Return the module that an operator runs in, as people write it."""
    path = one.at.module
    for root in ("self", "args.0"):
        if path == root or path.startswith(f"{root}."):
            path = path[len(root) + 1 :]
            break
    return dotted_path(path) if path else ""


def words_of(one: Operator) -> str:
    """Return the statement of an operator, and the program's line it comes from."""
    place = one.at.place
    if place is None:
        return one.code
    line = f"{short_file(place.file)}:{place.line}"
    return f"{one.code}\n{line}: {place.text}" if place.text else f"{one.code}\n{line}"


def _node(one: Operator) -> Node:
    module = Line(module_of(one), SOFT)
    value = f"{one.name}: {one.type}" if one.type else one.name
    if one.name.startswith(_FOLD):
        value = one.type
    lines = [Line(one.label, CODE), Line(value, SOFT)]
    if one.kind == "input":
        lines = [Line(one.label, CODE), Line(one.type, SOFT)]
    if one.kind in {"output", "more"}:
        returned = one.type or ", ".join(one.arguments)
        lines = [Line(one.label), Line(returned, SOFT)]
    lines += [module] + [Line(text, SOFT) for text in one.parameters]
    said = tuple(line for line in lines if line.text)
    return Node(one.name, one.kind, said, tip=words_of(one))


def _folded(
    operators: Sequence[Operator], most: int
) -> tuple[list[Operator], dict[str, str]]:
    """Return what is drawn, and for what is not the node that stands for it."""
    if len(operators) <= min(most, _WHOLE):
        return list(operators), {}
    shown, into = _layers_folded(operators)
    if len(shown) > most:
        shown = _modules_folded(shown, into)
    if len(shown) <= most:
        return shown, into
    kept = _first(shown, most - 2)  # and what stands for the rest, and the output
    ends = [one for one in shown if one.kind == "output"]
    hidden = {one.name for one in shown if one not in kept and one not in ends}
    hidden |= {name for name, node in into.items() if node in hidden}
    number = sum(1 for one in operators if one.name in hidden and _is_operator(one))
    more = _more("rest", f"{counted(number, 'operator')} more", "in the graph's file")
    into.update(dict.fromkeys(hidden, more.name))
    return [*(one for one in shown if one in kept), more, *ends], into


def _modules_folded(
    operators: Sequence[Operator], into: dict[str, str]
) -> list[Operator]:
    """Return operators with those of one module that follow each other made one."""
    shown: list[Operator] = []
    for module, group in groupby(operators, key=module_of):
        members = list(group)
        if not module or len(members) < _FEWEST:
            shown += members
            continue
        words = f"{counted(len(members), 'operator')}, {_kinds(members)}"
        whole = _more(members[0].name, module, words)._replace(kind="operator")
        text = "\n".join(words_of(one) for one in members)
        arguments = tuple(name for one in members for name in one.arguments)
        shown.append(whole._replace(code=text, arguments=arguments))
        into.update({one.name: whole.name for one in members})
    return shown


def _kinds(members: Sequence[Operator]) -> str:
    return ", ".join(dict.fromkeys(_NUMBER.sub("", one.label) for one in members))


def _first(operators: Sequence[Operator], most: int) -> set[Operator]:
    """Return the first operators, and the inputs that these take."""
    inputs = {one.name: one for one in operators if one.kind == "input"}
    kept: set[Operator] = set()
    for one in operators:
        if one.kind in {"input", "output"}:
            continue
        needed = {inputs[name] for name in one.arguments if name in inputs} | {one}
        if len(kept | needed) > most:
            break
        kept |= needed
    return kept


def _is_operator(one: Operator) -> bool:
    return one.kind == "operator"


def _more(name: str, label: str, words: str) -> Operator:
    return Operator(f"{_FOLD} {name}", "more", label, type=words)


def _layers_folded(
    operators: Sequence[Operator],
) -> tuple[list[Operator], dict[str, str]]:
    """Return operators with what repeats, layer by layer, drawn once."""
    shown: list[Operator] = []
    into: dict[str, str] = {}
    inner = [one for one in operators if _is_operator(one)]
    runs = {run.start: run for run in repetitions([_kind_of(one) for one in inner])}
    shown += [one for one in operators if one.kind == "input"]
    position = 0
    while position < len(inner):
        run = runs.get(position)
        if run is None:
            shown.append(inner[position])
            position += 1
            continue
        period = len(run.lines)
        shown += inner[position : position + period]
        rest = inner[position + period : position + run.length]
        label = f"{counted(run.count - 1, 'more layer')} like it"
        last = module_of(rest[-1])
        words = (
            f"{len(rest)} operators, to {last}" if last else f"{len(rest)} operators"
        )
        more = _more(rest[0].name, label, words)
        shown.append(more._replace(code="\n".join(words_of(one) for one in rest)))
        into.update({one.name: more.name for one in rest})
        position += run.length
    return [*shown, *(one for one in operators if one.kind == "output")], into


def _kind_of(one: Operator) -> str:
    """Return what operators of two layers share, up to the number of the layer."""
    label = _NUMBER.sub("", one.label)
    return f"{module_of(one)} {label} {one.type} {' '.join(one.parameters)}"


def graph_picture(graph: Graph, most: int = MOST) -> Picture:
    """Return a graph in its places."""
    chart = graph_chart(graph, most)
    boxes = {}
    for node in chart.nodes:
        lines = lines_of(node, _TEXT)
        width, height = size_of(node, lines, _LEAST)
        boxes[node.key] = Box(node, lines, 0, 0, width, height)
    layout = laid_out(
        {key: Size(box.width, box.height) for key, box in boxes.items()},
        [(edge.source, edge.target) for edge in chart.edges],
        Spacing(across=16, down=30),
    )
    placed = (
        replace(boxes[key], x=x + _MARGIN, y=y + _MARGIN)
        for key, (x, y) in layout.places.items()
    )
    curves = (
        tuple((x + _MARGIN, y + _MARGIN) for x, y in points)
        for points in _fanned(layout.routes, boxes).values()
    )
    return Drawing(
        chart.title,
        chart.about,
        layout.width + 2 * _MARGIN,
        layout.height + 2 * _MARGIN,
        tuple(placed),
        curves=tuple(curves),
    )


_Points = Tuple[Point, ...]


def _fanned(
    routes: Mapping[tuple[str, str], _Points], boxes: Mapping[str, Box]
) -> dict[tuple[str, str], _Points]:
    """Return ways whose arrows, where several lead to one node, stand side by side."""
    into: dict[str, list[tuple[str, str]]] = {}
    for pair in routes:
        into.setdefault(pair[1], []).append(pair)
    found = dict(routes)
    for name, pairs in into.items():
        pairs.sort(key=lambda pair: routes[pair][-2])
        step = min(_FAN, (boxes[name].width - 24) / max(1, len(pairs) - 1))
        for number, pair in enumerate(pairs):
            *before, (x, y) = routes[pair]
            by = (number - (len(pairs) - 1) / 2) * step
            found[pair] = (*before, (x + by, y))
    return found
