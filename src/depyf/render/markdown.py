"""Make text safe for Markdown: nothing in a program becomes markup.

The structure of a page is depyf's own: headings, lists, tables and links.  A link leads
to a file of the dump or to one of torch's own pages.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Iterable
from urllib.parse import quote

from depyf.reading.shown_text import visible_line
from depyf.render.fitting import WIDTH

# An underscore within a word is no markup; an ampersand is where it begins a character.
_MARKUP = re.compile(r"([\\`*\[\]<>|#~]|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w+;))")
# What is a list or a line where it begins a block.
_BEGINS_BLOCK = re.compile(r"(?:[-+=](?=[-+=]*(?:\s|$))|\d{1,9}[.)](?=\s|$))")
# Words that would begin another block at the beginning of a line.
_NOT_FIRST = re.compile(
    r"[-+*_=#]+$|[-*_]{3}|\d{1,9}[.)]$|[>|<]|:?-+:?(?:\||$)|~~~|```|\[\^|\$\$|$"
)
# GitHub makes links of these wherever they stand outside of code. What stands before
# `:` or `@` is bounded, as it is looked for at each character of what may be long.
_ADDRESS = re.compile(
    r"(?:\b[A-Za-z][\w.+-]{0,63}:)?//[^\s`]+|\bwww\.[^\s`]+|\b(?:mailto|xmpp):[^\s`]+"
    r"|[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+"
)
_OF_TORCH = re.compile(
    r"https://(?:(?:docs\.|discuss\.|dev-discuss\.)?pytorch\.org"
    r"|(?:meta-)?pytorch\.github\.io|github\.com/pytorch)"
    r"(?:/[\w./%~+=&?#-]*)?"
)
# A character that is escaped, a code span, or any other character.
_TOKEN = re.compile(
    r"\\.|(?P<fence>`+)(?!`)(?P<inside>.*?)(?<!`)(?P=fence)(?!`)|.", re.DOTALL
)
# The same with a link, or a word, in place of any other character.
_TOKEN_OR_WORD = re.compile(
    r"\[(?P<name>`+).*?(?P=name)\]\([^()\s]*\)"
    r"|(?P<fence>`+)(?!`)(?P<inside>.*?)(?<!`)(?P=fence)(?!`)|(?:\\.|[^\s`\[\\])+|.",
    re.DOTALL,
)
# In characters; lines before they are wrapped, and headings, which are not.
_LONGEST, _LONGEST_HEADING, _LONGEST_WORD = 10_000, 1_500, 1_000


def plain(text: str) -> str:
    r"""Return `text` as Markdown that shows it unchanged.

    >>> print(plain("<lambda> *x*, a_b, __c"))
    \<lambda\> \*x\*, a_b, \_\_c

    An address that is not torch's is code, which is no link anywhere.

    >>> print(plain("1. see http://example.org"))
    1\. see `http://example.org`
    """
    text = visible_line(text)
    # A mark begins a block behind a blank, too.
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
        mark = begins.end() - 1  # before it: the number of an item, or nothing
        pieces[0] = f"{pieces[0][:mark]}\\{pieces[0][mark:]}"
    return pieces


def _escaped(text: str) -> str:
    return _MARKUP.sub(r"\\\1", text)


def code(text: str) -> str:
    """Return `text` as a code span, whatever backticks it holds."""
    text = visible_line(text) or " "
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def sentence(text: str) -> str:
    """Return a sentence with its code spans; other text is escaped."""
    parts = visible_line(text).split("`")
    if len(parts) % 2 == 0:
        return plain(text)
    pieces = (
        code(part) if position % 2 else _joined(_plain_pieces(part))
        for position, part in enumerate(parts[1:], 1)
    )
    return _joined([plain(parts[0]), *pieces])


def _joined(pieces: Iterable[str]) -> str:
    """Join Markdown; two adjacent code spans would become one."""
    text = ""
    for piece in filter(None, pieces):
        apart = " " if text.endswith("`") and piece.startswith("`") else ""
        text += apart + piece
    return text


def file_link(name: str) -> str:
    """Return a link to a file of the dump."""
    return link(code(name), name)


def link(text: str, name: str) -> str:
    """Return a link to a file of the dump, with Markdown as its text.

    A name that leads out of the dump is no link.
    """
    path = PurePosixPath(name)
    is_inside = name and not path.is_absolute() and ".." not in path.parts
    return f"[{text}]({quote(name, errors='replace')})" if is_inside else text


def page_link(text: str, address: str) -> str:
    """Return a link to a page of torch's; the address as code if it is not one.

    Args:
        text: what is shown, as Markdown.
        address: where it leads to.
    """
    if _OF_TORCH.fullmatch(address):
        return f"[{text}]({address})"
    return code(address)


def cut(text: str, length: int) -> str:
    """Cut Markdown to so many characters without leaving a code span open.

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
    """Return a line of Markdown of bounded length, with bounded words.

    What is left out is counted. Rows of a table stay whole: their cells are bounded.

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
    """Return one line of Markdown as several with the same meaning.

    Headings and rows of tables stay whole, and no line begins with a word that begins
    another block: it may then be longer than the width.

    Args:
        line: the line.
        indent: what the others begin with.
        width: how long each should be, in characters.
    """
    is_whole = line.lstrip(" ").startswith(("#", "|", "<!--")) or "```" in line
    if len(line) <= width or is_whole:
        return [line]
    blanks = len(line) - len(line.lstrip(" "))
    words = line[blanks:].split(" ")
    # The mark of an item is no line of its own.
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
