"""Predicates say each guard of an entry, whatever loops and names they say it with.

Both a predicate and the facts that it is made of are run over paths in place of values:
what is asked of each path is written down, and must be the same.
"""

from __future__ import annotations

import ast
import gzip
import json
from pathlib import Path

import pytest

from depyf.model.build import fold
from depyf.model.entry_guards import frame_guards
from depyf.model.serialize import event_from_json
from depyf.render.guard_predicates import Predicate, predicate_text
from depyf.torch_text.guards import is_expression

JOURNALS = Path(__file__).parent.parent / "findings" / "journals"
RECORDED = sorted(JOURNALS.rglob("*.jsonl.gz"))


PYTHON = {"all", "range", "str", "enumerate"}
ASKED = {"global_state_is", "is_tensor", "same_object", "hasattr", "no_aliasing"}


class Reached:
    """What is reached by a path; it is known by its text alone."""

    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return self.text

    def __getitem__(self, key):
        return Reached(f"{self.text}[{key!r}]")

    def __call__(self, *args, **named):
        given = [*map(repr, args), *(f"{key}={named[key]!r}" for key in named)]
        return Reached(f"{self.text}({', '.join(given)})")

    def __hash__(self):
        return hash(self.text)


for name in ("mod", "mul", "add", "sub", "floordiv", "and", "or", "neg"):
    setattr(
        Reached,
        f"__{name}__",
        lambda self, *other, name=name: Reached(f"{name}({self!r}, {other!r})"),
    )
    setattr(
        Reached,
        f"__r{name}__",
        lambda self, *other, name=name: Reached(f"r{name}({self!r}, {other!r})"),
    )


class _Asked(ast.NodeTransformer):
    """Calls what writes down comparisons, ``not``, attributes and displays."""

    def visit_Compare(self, node):
        self.generic_visit(node)
        sides = [node.left, *node.comparators]
        names = [ast.Constant(type(op).__name__) for op in node.ops]
        return _call("_compared", *_woven(sides, names))

    def visit_Call(self, node):
        self.generic_visit(node)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in PYTHON:
            node.func.id = f"_{name}"
        elif name in ASKED or name.startswith("___check_"):
            values = [keyword.value for keyword in node.keywords]
            return _call("_ask", ast.Constant(name), *node.args, *values)
        return node

    def visit_Attribute(self, node):
        self.generic_visit(node)
        return _call("_attribute", node.value, ast.Constant(node.attr))

    def visit_UnaryOp(self, node):
        self.generic_visit(node)
        return _call("_not", node.operand) if isinstance(node.op, ast.Not) else node

    def visit_List(self, node):
        self.generic_visit(node)
        if len(node.elts) == 1 and isinstance(node.elts[0], ast.Starred):
            return _call("_listed", node.elts[0].value)
        return node


def _woven(sides, names):
    woven = [sides[0]]
    for name, side in zip(names, sides[1:]):
        woven += [name, side]
    return woven


def _call(name, *args):
    return ast.Call(ast.Name(name, ast.Load()), list(args), [])


class Names(dict):
    """Globals in which each unknown name is a path."""

    def __init__(self, asked):
        self.asked = asked
        super().__init__(
            L=Locals(),
            _all=self._all,
            _range=range,
            _str=str,
            _enumerate=enumerate,
            _not=lambda value: self.ask("not", value),
            _compared=self.ask,
            _ask=self.ask,
            _attribute=lambda value, name: Reached(f"{value!r}.{name}"),
            _listed=lambda value: Reached(f"[*{value!r}]"),
            __builtins__={},
        )

    def __missing__(self, name):
        return Reached(name)

    def ask(self, *parts):
        if parts[0] == "no_aliasing":  # of a set
            parts = (parts[0], *sorted(map(repr, parts[1:])))
        self.asked.add(repr(parts))
        return True

    def _all(self, values):
        for value in values:
            if isinstance(value, Reached):
                self.ask("true", value)
        return True


class Locals:
    def __getitem__(self, name):
        return Reached(name)


def asked(text):
    """Return what the statements of a text ask of paths."""
    tree = ast.fix_missing_locations(_Asked().visit(ast.parse(text)))
    found = set()
    # One scope: paths have to be found by loops, too.
    names = Names(found)
    for node in tree.body:
        wanted = node.value.values if isinstance(node.value, ast.BoolOp) else [node]
        wanted = [getattr(one, "value", one) for one in wanted]
        if isinstance(node, ast.Assign):
            exec(compile(ast.Module([node], []), "guards", "exec"), names)
            continue
        for one in wanted:
            value = eval(compile(ast.Expression(one), "guards", "eval"), names)
            if isinstance(value, Reached):
                names.ask("true", value)
    return found


def body_of(predicate):
    """Return the statements of a predicate, the last as an expression."""
    function = ast.parse(predicate).body[0]
    lines = [ast.unparse(node) for node in function.body[:-1]]
    return "\n".join([*lines, ast.unparse(function.body[-1].value)])


@pytest.mark.skipif(not hasattr(ast, "unparse"), reason="ast.unparse is new")
@pytest.mark.parametrize("journal", RECORDED, ids=lambda path: path.name.split(".")[0])
def test_a_predicate_asks_what_its_guards_do(journal):
    lines = gzip.decompress(journal.read_bytes()).splitlines()
    run = fold(event_from_json(json.loads(line)) for line in lines)
    checked = 0
    for frame in run.frames:
        guards = frame_guards(frame)
        own = [guards.rest(one) for one in guards.entries]
        for facts in [guards.common, *(one.facts for one in guards.shared), *own]:
            if not facts:
                continue
            text = predicate_text(Predicate("guard", facts), guards.variables)
            each = [fact.text for fact in facts if is_expression(fact.text)]
            expected = set().union(*(asked(one) for one in each)) if each else set()
            assert asked(body_of(text)) == expected
            checked += len(expected)
    # An entry that torch throws away at once has none.
    entries = [one for frame in run.frames for one in frame.entries]
    assert checked or not any(one.guards for one in entries)
