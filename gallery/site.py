"""The pages on which packed dumps are read; made with the site, never committed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Iterator, Mapping, Sequence

from gallery import cures, results, tried
from gallery.facts import Model, models
from gallery.markdown import escaped
from gallery.pack import FOLDER, PACKED_RELEASE, unpacked
from gallery.remarkable import All, remarkable

if TYPE_CHECKING:
    from pathlib import Path

_LINK = re.compile(
    r"(?<!\\)\[(?P<text>(?:`[^`]*`|\\.|[^\[\]`\\])+)\]\((?!https?:|#)(?P<target>[^)\s]+)\)"
)
# Blanks before an item: what is nested deeper, markdown-it drops, and all behind it.
_DEEPEST = 16
# What is shown first, of all that is in a dump.
_ORDER = ("full_code_for_", "__transformed_code_", "__compiled_fn_")
_CASES = {"infer": "Inference", "train": "Training"}


def write_pages(
    folder: Path, dumps: Path = FOLDER, language: str = "python"
) -> list[Path]:
    """Writes one page a packed model to `folder`, and its files beside it.

    Args:
        folder: `docs/gallery/models` when the site is made; it is made if missing.
        dumps: where the packed dumps are.
        language: as which files are coloured; `text` takes a fraction of the time.

    Returns:
        The pages.
    """
    found = models(results.releases().get(PACKED_RELEASE, {}))
    others = All.of(found)
    known = {model.name: model for model in found}
    cures_of = cures.of_release(PACKED_RELEASE)
    written = []
    for packed in sorted(dumps.glob("*.tar.xz")):
        name = packed.name.partition(".")[0]
        if name not in known:
            continue
        files = unpacked(packed)
        for path, text in files.items():
            if not path.endswith(".py"):
                continue  # it is a part of the page, and would be a page as well
            target = folder / name / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        model = known[name]
        page = folder / f"{name}.md"
        remarks = [remarkable(model, others), tried.remark(name, cures_of)]
        page.write_text(page_of(model, remarks, files, language), "utf-8")
        written.append(page)
    return written


def page_of(
    model: Model,
    remarks: Sequence[str],
    files: Mapping[str, str],
    language: str = "python",
) -> str:
    """Returns the page of a model: for each case its index and its files."""
    result = model.result
    # Hundreds of pages in the list of contents of every page are of no use.
    about = ["---\norphan: true\n---", f"# {escaped(model.name)}"]
    about.append(
        f"{escaped(result['library'])}, {escaped(result['kind'])}; compiled "
        f"with `{result['backend']}` on torch {PACKED_RELEASE}."
        + (f" {escaped(result['why'])}." if result.get("why") else "")
    )
    about += [f"{remark.rstrip('.')}." for remark in remarks if remark]
    left_out = result.get("packed", {}).get("left_out")
    if left_out:
        about.append(f"Too large to be kept, hence not here: {left_out}.")
    cases = sorted({path.partition("/")[0] for path in files})
    parts = [
        text for case in cases for text in _case(model.name, case, files, language)
    ]
    return "\n\n".join([*about, *parts]) + "\n"


def _case(
    name: str, case: str, files: Mapping[str, str], language: str
) -> Iterator[str]:
    own = {path: text for path, text in files.items() if path.startswith(f"{case}/")}
    yield f"## {_CASES.get(case, case)}"
    index = own.get(f"{case}/index.md", "")
    yield _index(index, name, case, own)
    for path in sorted(own, key=_position):
        if path.endswith(".py"):
            short = path.partition("/")[2]
            yield f"({_anchor(name, case, short)})=\n### `{short}`"
            yield f"```{{literalinclude}} {name}/{path}\n:language: {language}\n```"


def _index(text: str, name: str, case: str, files: Mapping[str, str]) -> str:
    """Returns a dump's index as a part of the page; links lead to what is on it.

    A heading has no links: it stands in lists of contents, too.
    """

    def link(found: re.Match[str]) -> str:
        file = found["target"].partition("#")[0]
        known = f"{case}/{file}" in files
        return (
            f"[{found['text']}](#{_anchor(name, case, file)})"
            if known
            else found["text"]
        )

    lines = []
    for line in text.splitlines():
        is_heading = line.startswith("#")
        new = _LINK.sub(r"\g<text>" if is_heading else link, _flattened(line))
        lines.append(f"##{new}" if is_heading else new)
    return "\n".join(lines)


def _flattened(line: str) -> str:
    """Returns a line of a list; what is nested too deep as deep as can be read."""
    text = line.lstrip(" ")
    return " " * min(len(line) - len(text), _DEEPEST) + text


def _position(path: str) -> tuple[int, str]:
    name = path.rpartition("/")[2]
    for number, start in enumerate(_ORDER):
        if name.startswith(start):
            return number, name
    return len(_ORDER), name


def _anchor(name: str, case: str, file: str) -> str:
    """Returns a label, of which the whole site has one."""
    return re.sub(r"[^a-z0-9]+", "-", f"{name}-{case}-{file}".lower()).strip("-")
