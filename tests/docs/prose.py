"""Read the sentences that a person reads: pages, first lines of docstrings, changelog.

python -m tests.docs.prose                  lists each sentence that breaks a rule
python -m tests.docs.prose --draw 100 SEED  draws sentences at random, by the seed
"""

from __future__ import annotations

import ast
import random
import re
import sys
from pathlib import Path
from typing import Iterator, NamedTuple

from tests.docs.shown.marks import without_bodies

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "depyf"
#: Pages that are generated as a whole, or in another language.
GENERATED = {"side_by_side.md", "modules.md", "architecture.md"}
MOST_WORDS = 25

_FENCE = re.compile(r"^ *(`{3,}).*?^ *\1 *$", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_CODE = re.compile(r"(`+).+?\1", re.DOTALL)
_END = re.compile(
    r"(?<=[.!?])[)\"*_]*\s+(?=[\"(*_`]*(?:[A-Z`0-9]|depyf\b))"  # a sentence follows
    r"|(?<=:)\s*\n+\s*[-|]|\n\s*\n"  # a list, a table, a paragraph
)
_ITEM = re.compile(r"^\s*(?:[-*]|\d+\.|#+)\s+", re.MULTILINE)
_WORD = re.compile(r"[\w'.,/%-]*\w[\w'/%-]*")


class Sentence(NamedTuple):
    """A sentence, and the file that it stands in."""

    where: str
    text: str

    @property
    def words(self) -> int:
        """Return the number of words; a piece of code counts as one."""
        return len(_WORD.findall(self.text))


def sentences_of_page(text: str) -> Iterator[str]:
    """Yield the sentences of a page's own prose, without code, runs and pictures."""
    text = _FENCE.sub("\n\n", without_bodies(text))
    text = _PICTURE.sub("", _COMMENT.sub("", text))
    text = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL)
    text = _LINK.sub(r"\1", _CODE.sub("`code`", text))
    for block in re.split(r"\n\s*\n", text):
        for part in _parts(block):
            for one in _END.split(part):
                said = " ".join(one.split())
                if len(_WORD.findall(said)) > 1:
                    yield said


def _parts(block: str) -> Iterator[str]:
    """Yield the cells of a table, the items of a list, or the paragraph itself."""
    lines = block.strip("\n").split("\n")
    if lines[0].lstrip().startswith("|"):
        for line in lines:
            if not re.fullmatch(r"[\s|:-]*", line):
                yield from (cell.strip() for cell in line.strip("| ").split("|"))
        return
    for part in re.split(r"\n(?=\s*(?:[-*]|\d+\.)\s)", block):
        yield _ITEM.sub("", part, count=1)


def pages() -> list[Path]:
    """Return the English pages that people write."""
    found = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    found += (ROOT / "docs" / "walk_through").glob("*.md")
    return sorted(page for page in found if page.name not in GENERATED)


def unreleased() -> str:
    """Return the changelog's part that is not released."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    return re.split(r"^## .*\n", text, flags=re.MULTILINE)[1]


def first_lines() -> Iterator[Sentence]:
    """Yield the first line of each docstring."""
    for path in sorted(SOURCE.rglob("*.py")):
        where = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(
                node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
            ):
                text = ast.get_docstring(node)
                if text:
                    first = _CODE.sub("`code`", text.split("\n\n")[0])
                    yield Sentence(where, " ".join(first.split()))


#: Where the sentences of findings, of the index and of `depyf cure` are written.
PRODUCT = ("curing/*.py", "model/findings/*.py", "render/index*.py", "render/facts.py")
_VALUE = "`x`"  # stands for what is filled in
_PATTERN = re.compile(r"\\[bswd(]|\(\?|\w\(")  # code, or what finds code


def of_product() -> Iterator[Sentence]:
    """Yield the sentences, of three words and more, of findings and cures."""
    for pattern in PRODUCT:
        for path in sorted(SOURCE.glob(pattern)):
            where = path.relative_to(ROOT).as_posix()
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for text in _strings(tree):
                for said in _END.split(_CODE.sub("`code`", text)):
                    if _PATTERN.search(said) is None and len(_WORD.findall(said)) > 2:
                        yield Sentence(where, said)


def _strings(node: ast.AST) -> Iterator[str]:
    """Yield the strings below a node, without docstrings; values become a word."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(
            str(one.value) if isinstance(one, ast.Constant) else _VALUE
            for one in node.values
        )
    else:
        for inner in ast.iter_child_nodes(node):
            is_docstring = isinstance(inner, ast.Expr) and isinstance(
                inner.value, ast.Constant
            )
            if not is_docstring:
                yield from _strings(inner)


def every() -> Iterator[Sentence]:
    """Yield all sentences that the rules are about."""
    for page in pages():
        where = page.relative_to(ROOT).as_posix()
        for text in sentences_of_page(page.read_text(encoding="utf-8")):
            yield Sentence(where, text)
    yield from (
        Sentence("CHANGELOG.md", text) for text in sentences_of_page(unreleased())
    )
    yield from first_lines()


#: Words that the style guide replaces, and with what.
REPLACED = {
    r"\btells? of\b": "names",
    r"\b(?:is|are|be|was|were) told\b": "is reported",
    r"\btold (?:by|in|from|with|as)\b": "reported",
    r"\bof what kind\b": "the kind of",
    r"\bwho asks\b": "callers",
    r"\b(?:no|some)body\b": "name the person or thing",
    r"\blights? up\b|\bstays? lit\b|\bis lit\b": "highlight",
    r"\b(?:less |most |more )?grave\b": "severe",
    r"\bmade anew\b|\banew\b": "again",
    r"\bon the way to\b": "before",
    r"\bwhat (?:is|are|was|were) told\b": "the report",
    r"\btext that runs\b": "source",
    r"\bin place of\b": "instead of",
    r"\bbehind the imports\b": "after the imports",
    r"\bas it was made\b|\bis made anew\b": "created again",
}


def broken(sentence: Sentence) -> list[str]:
    """Return the rules that a sentence breaks, in words."""
    text = sentence.text
    found = []
    if sentence.words > MOST_WORDS:
        found.append(f"{sentence.words} words; at most {MOST_WORDS}")
    if re.match(r"\W*Of\b", text):
        found.append("begins with `Of`")
    if re.search(r"\([^()]*\([^()]*\)", text):
        found.append("brackets in brackets")
    for pattern, better in REPLACED.items():
        said = re.search(pattern, text, re.IGNORECASE)
        if said:
            found.append(f"`{said[0]}`: {better}")
    return found


def drawn(number: int, seed: int = 43) -> list[Sentence]:
    """Return sentences drawn at random, the same ones for the same text."""
    return random.Random(seed).sample([*every(), *of_product()], number)


def main(arguments: list[str]) -> None:
    """List what breaks a rule, or draw sentences."""
    if arguments[:1] == ["--draw"]:
        for one in drawn(*map(int, arguments[1:])):
            print(f"- {one.text} ({one.where})")
        return
    for one in every():
        for rule in broken(one):
            print(f"{one.where}: {rule}: {one.text}")


if __name__ == "__main__":
    main(sys.argv[1:])
