"""Make text safe for Markdown: nothing in a program becomes markup.

Only depyf writes headings, lists, tables and links.  A link leads to a file of the dump
or to a page of torch.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Iterable
from urllib.parse import quote

from depyf.reading.shown_text import visible_line
from depyf.regexes import regex
from depyf.render.fitting import WIDTH

# An underscore within a word is no markup.  An ampersand is markup only at the
# beginning of a character reference such as `&amp;`.
_MARKUP = regex(r"([\\`*\[\]<>|#~]|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w+;))")
# Begins a list or a rule if it is at the beginning of a block.
_BEGINS_BLOCK = regex(r"(?:[-+=](?=[-+=]*(?:\s|$))|\d{1,9}[.)](?=\s|$))")
# Words that begin another block if they are at the beginning of a line.
_NOT_FIRST = regex(
    r"[-+*_=#]+$|[-*_]{3}|\d{1,9}[.)]$|[>|<]|:?-+:?(?:\||$)|~~~|```|\[\^|\$\$|$"
)
# Addresses that GitHub turns into links outside of code.  The length before `:` or `@`
# is bounded, because the search starts at each character of a text that may be long.
_ADDRESS = regex(
    r"(?:\b[A-Za-z][\w.+-]{0,63}:)?//[^\s`]+|\bwww\.[^\s`]+|\b(?:mailto|xmpp):[^\s`]+"
    r"|[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+"
)
_OF_TORCH = regex(
    r"https://(?:(?:docs\.|discuss\.|dev-discuss\.)?pytorch\.org"
    r"|(?:meta-)?pytorch\.github\.io|github\.com/pytorch)"
    r"(?:/[\w./%~+=&?#-]*)?"
)
# An escaped character, a code span, or any other character.
_TOKEN = regex(
    r"\\.|(?P<fence>`+)(?!`)(?P<inside>.*?)(?<!`)(?P=fence)(?!`)|.", re.DOTALL
)
# A link, a code span, a word, or any other character.
_TOKEN_OR_WORD = regex(
    r"\[(?P<name>`+).*?(?P=name)\]\([^()\s]*\)"
    r"|(?P<fence>`+)(?!`)(?P<inside>.*?)(?<!`)(?P=fence)(?!`)|(?:\\.|[^\s`\[\\])+|.",
    re.DOTALL,
)
# The most characters of a line before it is wrapped, of a heading, and of a word.
_LONGEST, _LONGEST_HEADING, _LONGEST_WORD = 10_000, 1_500, 1_000


def plain(text: str) -> str:
    r"""Return `text` as Markdown that shows it unchanged.

    >>> print(plain("<lambda> *x*, a_b, __c"))
    \<lambda\> \*x\*, a_b, \_\_c

    An address that is not torch's becomes code, so that no program makes it a link.

    >>> print(plain("1. see http://example.org"))
    1\. see `http://example.org`
    """
    text = visible_line(text)
    # A mark also begins a block after a blank.
    return _joined(_plain_pieces(text, int(text.startswith(" "))))


def _plain_pieces(text: str, start: int = 0) -> list[str]:
    """Return Markdown for `text`, whose first word begins at `start`."""
    if text.startswith("  "):  # four blanks begin a block of code
        text = f" {text.lstrip(' ')}"
    pieces, done = [], 0
    for found in _ADDRESS.finditer(text):
        if not _OF_TORCH.fullmatch(found.group()):
            pieces += [_escaped(text[done : found.start()]), code(found.group())]
            done = found.end()
    pieces.append(_escaped(text[done:]))
    begins = _BEGINS_BLOCK.match(pieces[0], start)
    if begins:
        mark = begins.end() - 1  # the mark may follow the number of an item
        pieces[0] = f"{pieces[0][:mark]}\\{pieces[0][mark:]}"
    return pieces


def _escaped(text: str) -> str:
    return _MARKUP.sub(r"\\\1", text)


def code(text: str) -> str:
    """Return `text` as a code span, even if it holds backticks."""
    text = visible_line(text) or " "
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def sentence(text: str) -> str:
    """Return a sentence as Markdown: its code spans stay, other text is escaped."""
    parts = visible_line(text).split("`")
    if len(parts) % 2 == 0:
        return plain(text)
    pieces = (
        code(part) if position % 2 else _joined(_plain_pieces(part))
        for position, part in enumerate(parts[1:], 1)
    )
    return _joined([plain(parts[0]), *pieces])


def _joined(pieces: Iterable[str]) -> str:
    """Join pieces of Markdown, with a blank between two adjacent code spans."""
    text = ""
    for piece in filter(None, pieces):
        apart = " " if text.endswith("`") and piece.startswith("`") else ""
        text += apart + piece
    return text


def file_link(name: str) -> str:
    """Return a link to a file of the dump."""
    return link(code(name), name)


def link(text: str, name: str) -> str:
    """Return a link to a file of the dump; `text` is Markdown.

    If the name leads out of the dump, return only the text.
    """
    path = PurePosixPath(name)
    is_inside = name and not path.is_absolute() and ".." not in path.parts
    return f"[{text}]({quote(name, errors='replace')})" if is_inside else text


def page_link(text: str, address: str) -> str:
    """Return a link to a page of torch; for another address, return it as code.

    Args:
        text: the text of the link, as Markdown.
        address: the address of the page.
    """
    if _OF_TORCH.fullmatch(address):
        return f"[{text}]({address})"
    return code(address)


def cut(text: str, length: int) -> str:
    """Cut Markdown to at most `length` characters; close a code span that is cut.

    >>> cut("see `a.b.c` now", 12)
    'see `a.b`...'
    """
    if len(text) <= length:
        return text
    kept, room = "", length - len("...")
    for token in _TOKEN.finditer(text):
        piece = token.group()
        if len(kept) + len(piece) > room:
            fence = token["fence"] or ""
            left = room - len(kept) - 2 * len(fence)
            kept += code(token["inside"][:left]) if fence and left > 0 else ""
            break
        kept += piece
    return f"{kept}..."


def bounded(line: str) -> str:
    """Shorten a line of Markdown, and each word in it, to the allowed length.

    The result says how many characters are left out.  Rows of a table stay whole,
    because their cells are bounded already.

    >>> bounded(f"- `{'a' * 1200}` b")[-55:]
    'aaaaaaaaaaaaaa... (200 characters are left out here)` b'

    Args:
        line: the line.
    """
    if len(line) <= _LONGEST_WORD or line.lstrip(" ").startswith(("|", "<!--")):
        return line
    most = _LONGEST_HEADING if line.startswith("#") else _LONGEST
    short = cut(line, most)
    left = f" ({len(line) - most:,} characters are left out here)"
    pieces = (_short_token(token) for token in _TOKEN_OR_WORD.finditer(short))
    return "".join(pieces) + (left if short != line else "")


def _short_token(token: re.Match[str]) -> str:
    inside, fence = token["inside"], token["fence"]
    if fence:
        return fence + " ".join(map(_short_word, inside.split(" "))) + fence
    return _short_word(token.group())


def _short_word(word: str) -> str:
    more = len(word) - _LONGEST_WORD
    if more <= 0:
        return word
    return f"{word[:_LONGEST_WORD]}... ({more:,} characters are left out here)"


def lines_of(line: str, indent: str, width: int = WIDTH) -> list[str]:
    """Return a line of Markdown as several lines that mean the same.

    Headings and rows of tables stay whole.  No line begins with a word that would begin
    another block, so a line may be longer than the width.

    Args:
        line: the line.
        indent: the beginning of all lines but the first.
        width: the intended length of lines, in characters.
    """
    is_whole = line.lstrip(" ").startswith(("#", "|", "<!--")) or "```" in line
    if len(line) <= width or is_whole:
        return [line]
    blanks = len(line) - len(line.lstrip(" "))
    words = line[blanks:].split(" ")
    # Do not break a line directly after the mark of an item.
    begin = 1 + next((at for at, word in enumerate(words) if at and word), 0)
    lines = [" " * blanks + " ".join(words[:begin])]
    for word in words[begin:]:
        is_full = len(lines[-1]) + 1 + len(word) > width
        if is_full and not _NOT_FIRST.match(word):
            lines[-1] = lines[-1].rstrip(" ")
            lines.append(f"{indent}{word}")
        else:
            lines[-1] += f" {word}"
    return lines
