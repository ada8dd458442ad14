"""Long lines of Python are broken where Python allows it."""

from __future__ import annotations

import ast

import pytest

from depyf.render.fitting import broken


@pytest.mark.parametrize(
    "text",
    [
        # The name of a class, in a guard on the key of a dict (BigBirdPegasus).
        "[*registry][0] == \"<class 'package.of.models.that.have.Long.Names'>\"",
        "names.of['a.key.with.dots.in.it.and.quotes'].that.are.much.too.long",
        'one["it\\"s.quoted.more.than.once"].two["it\'s.quoted.too.and.long"].three',
        "first.name.that_is.long(other.names['x'].with_a.call(of_it).and_more)",
    ],
)
@pytest.mark.parametrize("width", [14, 20, 33, 50])
def test_a_broken_line_is_the_same_expression(text: str, width: int) -> None:
    lines = broken(text, width)
    assert len(lines) > 1
    assert ast.dump(ast.parse("\n".join(["(", *lines, ")"]))) == ast.dump(
        ast.parse(text)
    )
