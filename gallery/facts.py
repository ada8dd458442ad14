"""What the pages say of a model, read from its result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Mapping

if TYPE_CHECKING:
    from gallery.results import Results


@dataclass(frozen=True)
class Model:
    """One model on one release: the case that shows most, which is training.

    `figures` are empty if it failed.
    """

    name: str
    result: Mapping[str, Any]
    case: str
    figures: Mapping[str, Any]

    def count(self, what: str) -> int:
        """Returns a figure, or the number of items of one that is a list."""
        value = self.figures.get(what, 0)
        return len(value) if isinstance(value, list) else int(value)

    def most(self, what: str) -> list[tuple[str, int]]:
        """Returns what a figure that counts by name has most of: one pair, or none."""
        counts: Mapping[str, int] = self.figures.get(what, {})
        # JSON is kept sorted by name.
        return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:1]

    @property
    def breaks(self) -> list[Mapping[str, Any]]:
        """Returns the graph breaks, each place once."""
        return list(self.figures.get("breaks", ()))

    @property
    def kernels(self) -> int:
        """Returns how many kernels Inductor generated."""
        return int(self.figures.get("kernels", {}).get("generated", 0))

    @property
    def saved_ratio(self) -> float:
        """Returns what is saved for backward, in weights of its parameters."""
        weight = self.figures.get("parameter_bytes", 0)
        return float(self.count("saved_bytes") / weight) if weight else 0.0

    @property
    def seconds(self) -> float:
        """Returns the processor time of both calls without depyf, with compiling."""
        return float(self.figures.get("processor_seconds", {}).get("plain", 0.0))


def models(results: Results) -> list[Model]:
    """Returns all models of a release, by name."""
    return [_model(name, results[name]) for name in sorted(results)]


def _model(name: str, result: Mapping[str, Any]) -> Model:
    cases = result.get("cases", {})
    case = "train" if cases.get("train") else "infer"
    return Model(name, result, case, cases.get(case, {}))


def place(one: Mapping[str, Any]) -> str:
    """Returns where a break is.

    >>> place({"file": "timm/layers/mlp.py", "line": 4})
    'timm/layers/mlp.py:4'
    """
    line = one.get("line")
    return f"{one.get('file', '?')}:{line}" if line else str(one.get("file", "?"))
