"""Long lines of Python are broken where Python allows it."""

from __future__ import annotations

import ast

import pytest

from depyf.render.fitting import broken, fitted


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


def test_a_single_item_that_is_left_out_has_words_of_its_own() -> None:
    items = ["net.py:1-30", "a_long_name.py:4"]
    words = fitted("", items, "{} more files", 24, one="1 more file")
    assert words == "net.py:1-30, 1 more file"
    more = fitted("", [*items, "b.py:7"], "{} more files", 26, one="1 more file")
    assert more == "net.py:1-30, 2 more files"
