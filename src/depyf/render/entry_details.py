"""Write the details of an entry for the index, with one row for each kind of fact."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Callable, NamedTuple, Sequence

from depyf.model.by_identity import once_each
from depyf.model.detail_events import Annotation, DdpPiece
from depyf.model.source_places import remark
from depyf.render.details import (
    annotation_words,
    cache_words,
    condition_words,
    side_effect_words,
    time_words,
)
from depyf.render.fitting import fitted
from depyf.render.size_words import size_lines

if TYPE_CHECKING:
    from depyf.model.run import Compilation, Frame

WORTH_TELLING = 0.05  # seconds: shorter times are noise
_WORTH_DIVIDING = 0.5  # seconds: the phases of shorter times vary from run to run


class Detail(NamedTuple):
    """A row of the index: one kind of fact.

    `words` returns the sentences of the row for an entry.  If `once` is set, sentences
    that an earlier entry of the function has are left out.
    """

    words: Callable[[Frame, Compilation], Sequence[str]]
    once: bool


def detail_sentences(
    detail: Detail, frame: Frame, compilation: Compilation
) -> list[str]:
    """Return the sentences of one row.

    Args:
        detail: the row.
        frame: the frame of the function, with all its entries.
        compilation: the compilation of the entry.
    """
    words = detail.words(frame, compilation)
    if not detail.once:
        return list(words)
    first = _first_with(frame, detail)
    own = id(compilation)
    return [one for one in words if first.get(one, own) == own]


@once_each
def _first_with(frame: Frame, detail: Detail) -> dict[str, int]:
    """Return, for each sentence, the `id()` of the first compilation that has it."""
    first: dict[str, int] = {}
    for compilation in frame.compilations:
        for one in detail.words(frame, compilation):
            first.setdefault(one, id(compilation))
    return first


def _effects(_frame: Frame, compilation: Compilation) -> list[str]:
    effects = side_effect_words(compilation)
    return [f"changes after the graph: {effects}"] if effects else []


def _sizes(frame: Frame, compilation: Compilation) -> list[str]:
    return [*size_lines(compilation, frame), *condition_words(compilation)]


def _ddp_pieces(_frame: Frame, compilation: Compilation) -> list[str]:
    pieces = compilation.facts.all(DdpPiece)
    if not pieces:
        return []
    head = (
        f"split into {len(pieces)} graphs for DistributedDataParallel. Torch compiles "
        "each separately, to send gradients while the backward runs: "
    )
    return [fitted(head, [_ddp_piece(one) for one in pieces], "{} more")]


def _ddp_piece(piece: DdpPiece) -> str:
    where = remark(replace(one, text="") for one in piece.user_lines)
    return f"`{piece.name}` ({where})" if where else f"`{piece.name}`"


def _annotations(_frame: Frame, compilation: Compilation) -> list[str]:
    notes = compilation.facts.all(Annotation)
    return [f"annotated: {annotation_words(one)}" for one in notes]


def _cost(_frame: Frame, compilation: Compilation) -> list[str]:
    if compilation.seconds < WORTH_TELLING:
        return []
    is_long = compilation.seconds >= _WORTH_DIVIDING
    took = time_words(compilation) if is_long else cache_words(compilation)
    return [took] if took else []


SIZES = Detail(_sizes, once=True)
# The rows, in the order of the index.
DETAILS = (
    Detail(_ddp_pieces, once=True),
    Detail(_effects, once=True),
    SIZES,
    Detail(_annotations, once=False),
    Detail(_cost, once=False),
)
