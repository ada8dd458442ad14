"""Places in the user's files as the page is given them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable

if TYPE_CHECKING:
    from depyf.model.serialize import Json
    from depyf.model.source_places import SourcePlace


def places_data(places: Iterable[SourcePlace]) -> list[Json]:
    """Return places as the contract's `Place`."""
    return [{"file": one.file, "line": one.line} for one in places]
