"""Makes the gallery's pages from its results.

    python -m gallery.pages [FOLDER]        docs/gallery by default

The same results give the same pages; a test holds the committed ones against them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Mapping, Sequence

from gallery import cures, results, tried
from gallery.between import section
from gallery.facts import Model, models
from gallery.markdown import counted, escaped, first_of, size, table
from gallery.origin import ROOT
from gallery.remarkable import All, remarkable, shown

if TYPE_CHECKING:
    from gallery.models.row import LeftOut
    from gallery.results import Results

PAGES = ROOT / "docs" / "gallery"
#: From the pages: links that work in the repository; the site has a page for each.
DUMPS = "../../gallery/dumps"
SHOWN = "2.13"  # the release that the table is about, else the newest there is
_HEAD = (
    *("model", "kind", "library", "backend", "case"),
    *("entries", "breaks", "recompiles", "guards", "graphs", "operators", "kernels"),
    *("saved", "time [s]"),
)
_NUMBERS = 9
_NAMED = 4  # models with a break for one reason
_SCRIPT = '<script src="../_static/gallery.js"></script>'
_ABOUT = """\
---
hide-toc: true
---

# Gallery

Small models of many kinds, with random weights, each run with and without depyf by
`nox -s gallery`. The gallery checks four things and names each exception:

- Two calls compute the same to the last bit: outputs, gradients, parameters and
  buffers.
- Nothing is on stderr that is not there without depyf.
- Every file that depyf writes is Python.
- Every graph and generated module is the one that torch itself reported.

- *case*: `train` means that the gallery runs a backward after the forward. `infer`
  means that it does not. Some `infer` models compute gradients inside of themselves,
  such as the optimizers and `molecule_forces`. These save tensors for a backward, too.
- *operators*: calls of ATen operators in forward and backward graphs
- *kernels*: kernels that Inductor generated; their number depends on the processor
- *saved*: bytes that live only for the backward
- *time*: processor time of both calls without depyf, on one machine. It is mostly
  compiling, without the C++ compiler.

What the same models give on other releases: [between releases](between_releases.md).
Dumps are in `gallery/dumps`; `python -m gallery.show NAME` unpacks one.
"""
_CURES = """\
`depyf cure` tried edits on some of these models. The column *tried* names the edits
for these lines. [Edits that were tried](cures.md) has all edits and their effect. Where
a library breaks the graph, an edit may be for the line that calls the library. Such an
edit is only on that page, unless all breaks of the model have one reason.
"""
_BETWEEN = """\
# Between releases of torch

What changed in `torch.compile`, seen on the models of [the gallery](index.md). A model
is compared if it ran on both releases with the same release of its library. A break is
the same if its reason and its line are. Times are compared only where both were
measured on one machine. They are processor time, without the C++ compiler.
"""


def index(
    results_of: Results,
    release: str,
    left_out: Sequence[LeftOut],
    cures_of: Results | None = None,
) -> str:
    """Returns the page with all models of one release."""
    found = models(results_of)
    others = All.of(found)
    alike: dict[str, list[str]] = {}
    for model in found:
        text = remarkable(model, others)
        if text:
            alike.setdefault(text, []).append(f"**{escaped(model.name)}**")
    lines = [f"- {', '.join(names)}: {text}." for text, names in alike.items()]
    parts = [
        _ABOUT,
        f"## {counted(len(found), 'model')} on torch {release}",
        _totals(found),
        _SCRIPT,
        table(_HEAD, (_row(model) for model in found), _NUMBERS),
        "## Breaks by cause",
        _CURES,
        _causes(found, cures_of or {}),
        "## What is remarkable",
        "\n".join(lines) or "Nothing.",
        "## Left out",
        "These models fail without depyf as well, so they tell nothing about it.",
        _left_out(left_out),
    ]
    return "\n\n".join(part.rstrip("\n") for part in parts) + "\n"


def between_releases(found: Mapping[str, Results]) -> str:
    """Returns the page that compares each release with the one before it."""
    names = list(found)
    sections = [
        section(old, new, found[old], found[new]) for old, new in zip(names, names[1:])
    ]
    nothing = "So far the gallery has run on one release only.\n"
    return "\n".join([_BETWEEN, *(reversed(sections) if sections else [nothing])])


def pages(found: Mapping[str, Results], left_out: Sequence[LeftOut]) -> dict[str, str]:
    """Returns the text of each page by its name."""
    release = SHOWN if SHOWN in found else list(found)[-1]
    cures_of = cures.of_release(release)
    return {
        "index.md": index(found[release], release, left_out, cures_of),
        tried.PAGE: tried.page(cures_of),
        "between_releases.md": between_releases(found),
    }


def _totals(found: Sequence[Model]) -> str:
    faults = sum(bool(model.result.get("faults")) for model in found)
    fails = sum(not model.figures for model in found)
    unbroken = [model.count("graphs") for model in found if not model.count("breaks")]
    whole = unbroken.count(1)
    several = sum(number > 1 for number in unbroken)
    entries = sum(model.count("entries") for model in found)
    exact = sum(model.figures.get("quality", {}).get("exact", 0) for model in found)
    broken = sum(model.count("breaks") > 0 for model in found)
    sentences = [
        f"{whole} models are one graph, {broken} have breaks.",
        f"The other {several} have no break, but several graphs: torch recompiled.",
        f"{exact:,} of {entries:,} compiled functions are decompiled exactly.",
        f"depyf has a fault with {faults or 'none'} of them.",
    ]
    if fails:
        sentences.append(f"{fails} do not run here, without depyf either.")
    return " ".join(sentences)


def _causes(found: Sequence[Model], cures_of: Results) -> str:
    """Returns a table of the reasons of breaks, that of most models first."""
    places: dict[str, dict[str, str]] = {}
    for model in found:
        for one in model.breaks:
            models_of = places.setdefault(one["reason"], {})
            models_of.setdefault(model.name, shown(one))
    named = {model.name: model for model in found}
    rows = []
    for reason, at in sorted(places.items(), key=lambda item: -len(item[1])):
        names, line = _examples(at)
        edits = tried.cell(reason, {name: named[name] for name in at}, cures_of)
        rows.append([escaped(reason), str(len(at)), names, edits, line])
    # The line is last: it is the widest, and may be beyond the window's edge.
    head = ("torch's reason", "number", "models", "tried", "first line")
    return table(head, rows, 0) if rows else "None."


def _examples(at: Mapping[str, str]) -> tuple[str, str]:
    """Returns the first models with a break, and the line of the first."""
    return first_of([*map(escaped, at)], _NAMED), next(iter(at.values()))


def _row(model: Model) -> list[str]:
    result = model.result
    name = escaped(model.name)
    if result.get("packed", {}).get("bytes"):
        name = f"[{name}]({DUMPS}/{model.name}.tar.xz)"
    words = [name, *(escaped(str(result.get(key, ""))) for key in _HEAD[1:4])]
    if not model.figures:
        return [*words, "fails", *[""] * _NUMBERS]
    counts = ("entries", "breaks", "recompiles", "guards", "graphs", "operators")
    return [
        *words,
        model.case,
        *(f"{model.count(what):,}" for what in counts),
        f"{model.kernels:,}",
        size(model.count("saved_bytes")),
        f"{model.seconds:.1f}",
    ]


def _left_out(left_out: Sequence[LeftOut]) -> str:
    rows = [
        [escaped(one.name), escaped(one.library), escaped(one.reason)]
        for one in sorted(left_out, key=lambda one: (one.library, one.name))
    ]
    return table(("model", "library", "why"), rows, 0) if rows else "None."


def write(
    found: Mapping[str, Results], left_out: Sequence[LeftOut], folder: Path
) -> None:
    """Writes the pages."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages(found, left_out).items():
        (folder / name).write_text(text, encoding="utf-8")


def main() -> int:
    """Writes the pages where they belong, or to a folder that is named."""
    from gallery.models import LEFT_OUT

    found = results.releases()
    if not found:
        print("no results yet: run `python -m gallery.run`", file=sys.stderr)
        return 1
    write(found, LEFT_OUT, Path(sys.argv[1]) if sys.argv[1:] else PAGES)
    return 0


if __name__ == "__main__":
    sys.exit(main())
