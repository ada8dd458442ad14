"""Reduce the guards of an entry to distinct facts in readable Python.

torch lists guards in the order in which it checks them, and may repeat them.  Facts are
ordered by what a person can change: inputs, Python values, sizes, parameters, objects
and types, torch's own state.  Only repetitions are dropped, and checks for torch's
private marks on a tensor that has a fact of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable, Mapping, Sequence

from depyf.model.guard_fact import FUNCTION, ORDER, FactMaker, GuardFact, fact_identity
from depyf.records import dataclass
from depyf.torch_text.guards import read_guard
from depyf.torch_text.path_names import path_names
from depyf.torch_text.questions import Form

if TYPE_CHECKING:
    from depyf.model.events import Guard, ShapeSymbol
    from depyf.torch_text.access_paths import AccessPath
    from depyf.torch_text.path_names import PathNames
    from depyf.torch_text.questions import Question


@dataclass(frozen=True)
class GuardFacts:
    """The facts of one entry, in the order of `ORDER`.

    Attributes:
        facts: the facts of guards that torch prints as Python.
        other: the guards that torch does not print as Python.
        marks: the number of torch's private marks that guards on these tensors exclude.
        guards: the number of guards.
    """

    facts: tuple[GuardFact, ...]
    other: tuple[Guard, ...]
    marks: int
    guards: int

    def of(self, category: str) -> list[GuardFact]:
        """Return the facts of one category."""
        return [fact for fact in self.facts if fact.category == category]


def guard_facts(
    parts: Sequence[Guard], symbols: Sequence[ShapeSymbol] = ()
) -> GuardFacts:
    """Return the facts of one entry's guards.

    Args:
        parts: the entry's guards, in torch's order.
        symbols: the entry's dynamic sizes.
    """
    python = [part for part in parts if part.python]
    other = tuple(part for part in parts if not part.python)
    paths = [path for part in python for path in part.paths]
    names = names_of(paths, python)
    maker = FactMaker(names, classes_of(python).values(), symbols)
    tensors = {part.asks.tensor.subject for part in python if part.asks.tensor}
    facts: dict[str, GuardFact] = {}
    marks: set[str] = set()
    for part in python:
        asks = part.asks
        if _is_mark(asks) and asks.subject in tensors:
            marks.add(asks.expected)
            continue
        fact = maker.fact(part)
        facts.setdefault(fact.identity, fact)
    ordered = sorted(facts.values(), key=lambda fact: ORDER.index(fact.category))
    return GuardFacts(tuple(ordered), other, len(marks), len(parts))


def condition_text(part: Guard, parts: Sequence[Guard] = ()) -> str:
    """Return the condition of one guard in readable Python.

    Args:
        part: the guard.
        parts: all guards of its entry; they name the classes of objects.
    """
    names = names_of(part.paths, parts)
    return FactMaker(names, classes_of([part, *parts]).values()).fact(part).text


def names_of(paths: Iterable[AccessPath], parts: Sequence[Guard]) -> PathNames:
    """Return readable names for paths of an entry.

    Args:
        paths: the paths.
        parts: the guards of the entry; they name the classes of objects.
    """
    classes = classes_of(parts)
    return path_names(paths, lambda path: classes.get(path, ""))


def _is_mark(asks: Question) -> bool:
    """Return whether a guard checks that a tensor has no private mark of torch's."""
    is_absent = asks.form == Form.ATTRIBUTE and asks.relation == "not in"
    return is_absent and asks.expected.startswith("'_dynamo_")


def classes_of(parts: Sequence[Guard]) -> Mapping[str, str]:
    """Map each path, as torch writes it, to the full class name that a guard gives."""
    found: dict[str, str] = {}
    for part in parts:
        if not part.class_name:
            continue
        asks = part.asks
        if asks.form == Form.SAME_TYPE:
            found.setdefault(asks.subject, part.class_name)
        elif asks.form == Form.SAME_OBJECT and asks.subject.endswith(".__class__"):
            found.setdefault(asks.subject[: -len(".__class__")], part.class_name)
    return found


# --- which facts a call does not meet -------------------------------------------------

_OF_STATE = (FUNCTION, "___check_global_state()")
_AND = "; "  # between conditions that are checked as one


def failed_facts(facts: Sequence[GuardFact], text: str) -> list[GuardFact]:
    """Return the facts that contain a failed guard; none if that is unclear.

    Args:
        facts: the facts of an entry.
        text: the failed guard, or torch's message about the failure, as in `Miss.text`.
    """
    failed = read_guard(text)
    asks = failed.asks
    if asks.form in {Form.MISMATCH, Form.NO_TENSOR}:
        return [f for f in facts if f.tensor and f.tensor.subject == asks.subject]
    if asks.form == Form.STATE:
        return [fact for fact in facts if fact.identity.startswith(_OF_STATE)]
    if asks.form == Form.ALIASING and not asks.expected:
        return [fact for fact in facts if fact.subject.startswith("no_aliasing(")]
    wanted = {fact_identity(read_guard(one)) for one in _conditions(text)}
    return [fact for fact in facts if fact.identity in wanted]


def is_failed(guard: Guard, text: str) -> bool:
    """Return whether torch's text about a failure names this guard."""
    return guard.expression in _conditions(text)


def _conditions(text: str) -> list[str]:
    whole = [text, read_guard(text).expression]
    return [*whole, *(part for one in whole for part in one.split(_AND))]
