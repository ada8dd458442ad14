"""Text made safe for Markdown: nothing that a program holds becomes markup."""

from __future__ import annotations

import re
from urllib.parse import quote

from depyf.model.source_places import one_line

# An underscore within a word is no markup.
_MARKDOWN = re.compile(r"([\\`*\[\]<>|#~]|(?<![^\W_])_|_(?![^\W_]))")


def plain(text: str) -> str:
    r"""Return `text` as Markdown that shows it as it is.

    >>> print(plain("<lambda> *x*, a_b, __c"))
    \<lambda\> \*x\*, a_b, \_\_c
    """
    return _MARKDOWN.sub(r"\\\1", one_line(text))


def code(text: str) -> str:
    """Return `text` as a code span, whatever backticks it holds."""
    text = one_line(text)
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def sentence(text: str) -> str:
    """Return a sentence whose code spans stay and whose other text is escaped."""
    parts = one_line(text).split("`")
    if len(parts) % 2 == 0:
        return plain(text)
    return "".join(
        code(part) if position % 2 else plain(part)
        for position, part in enumerate(parts)
    )


def file_link(name: str) -> str:
    """Return a link to a file of the dump."""
    return link(code(name), name)


def link(text: str, name: str) -> str:
    """Return a link to a file of the dump, under a text that is Markdown already."""
    return f"[{text}]({quote(name)})"
