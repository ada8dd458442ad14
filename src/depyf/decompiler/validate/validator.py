"""Accept or reject recompiled source as a translation of the original.

The method is translation validation (A. Pnueli, M. Siegel and E. Singerman, TACAS
1998), by symbolic evaluation of both sides (G. C. Necula, PLDI 2000).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Callable, Container, Hashable, Mapping

from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.bytecode.identity import CALL_FLAGS
from depyf.decompiler.bytecode.normal_form import (
    is_same,
    raw_operation,
    trusts_compiler,
)
from depyf.decompiler.ir.function import Function
from depyf.decompiler.ir.value import FunctionParts
from depyf.decompiler.lift.conventions import lets_stop_iteration_out
from depyf.decompiler.validate.same_beginning import (
    Rest,
    SideOfLine,
    without_same_beginning,
)
from depyf.decompiler.validate.simulate import Simulation
from depyf.decompiler.validate.states import Comparison, EmptySlotError, MismatchError
from depyf.decompiler.validate.step_builder import StepBuilder
from depyf.decompiler.validate.value_steps import (
    SideOptions,
    SlotNames,
    UnsupportedError,
)
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.decompiler.validate.steps import Step

DEFAULT_BUDGET = 200_000

Lift = Callable[[object], Function]
RawLabel = Callable[[object, "frozenset[int]"], Hashable]


@dataclass(frozen=True)
class Verdict:
    """The answer of `validate`.

    Attributes:
        equivalent: whether the source has the same control flow, order of effects and
            locals.
        reason: why not; empty if it has.
        original_offset: the position in the original at which they differ.
        recompiled_offset: the position in the recompiled source.
        pairs: the number of pairs of events that were compared.
        part: the code unit of the original that differs: that of the function itself or
            a nested one.
    """

    equivalent: bool
    reason: str = ""
    original_offset: int | None = None
    recompiled_offset: int | None = None
    pairs: int = 0
    part: object = None


def validate(
    original: Function,
    recompiled: Function,
    *,
    lift: Lift,
    temporaries: Callable[[str], bool] = lambda name: False,
    rename: Mapping[str, str] | None = None,
    raw_label: RawLabel = raw_operation,
    budget: int = DEFAULT_BUDGET,
    trusted: Container[int] = (),
    accepted: set[tuple[int, int]] | None = None,
) -> Verdict:
    """Decide whether the recompiled source is the same program as the original.

    A compiler may test a value of ``and`` and ``or`` once or twice in a row, depending
    on line breaks in the source. So if a value is tested twice with nothing in between,
    both tests count as one and have the same result.

    Args:
        original: the graph of the original; if the source is a view, after the view
            passes.
        recompiled: the graph of the shown source, compiled and lifted.
        lift: lifts a nested code unit of either side.
        temporaries: returns whether a local of the source may be missing in the
            original. It only carries values and is not compared by name.
        rename: maps global names of the original to those of the source.
        raw_label: returns a label that must also be equal for two events, from the code
            unit and the event's offsets. None compares nothing.
        budget: the number of pairs of one function, without nested ones, after which
            the source is rejected.
        trusted: ids of nested code units of the original that are not compared.
        accepted: pairs of ids of nested code units that an earlier call with the same
            options accepted. Newly accepted pairs are added.
    """
    session = _Session(
        lift=lift,
        temporaries=temporaries,
        rename=rename or {},
        raw_label=raw_label,
        budget=budget,
        trusted=trusted,
        accepted=set() if accepted is None else accepted,
        verdicts={},
    )
    return session.compare(original, recompiled, nested=False)


@dataclass
class _Session:
    """One call of `validate`, with all nested functions."""

    lift: Lift
    temporaries: Callable[[str], bool]
    rename: Mapping[str, str]
    raw_label: RawLabel
    budget: int
    trusted: Container[int]
    accepted: set[tuple[int, int]]
    verdicts: dict[tuple[int, int], Verdict]
    pairs: int = 0
    spent: int = 0
    nested_reason: str = ""
    nested_part: tuple[object, int] = (None, 0)

    def compare(
        self, original: Function, recompiled: Function, *, nested: bool
    ) -> Verdict:
        """Compare two functions."""
        ours, theirs = original.code, recompiled.code
        renamed: dict[str, str] = {}
        if isinstance(ours, CodeUnit) and isinstance(theirs, CodeUnit):
            differs = difference(ours, theirs, nested=nested)
            if differs is not None:
                return Verdict(False, differs, pairs=self.pairs, part=ours)
            renamed = renamed_parameters(ours, theirs)
        around, self.spent = self.spent, 0
        try:
            self._simulate(original, recompiled, renamed)
        except MismatchError as error:
            return self._rejection(error, ours)
        except (UnsupportedError, EmptySlotError) as error:
            return Verdict(False, str(error), pairs=self.pairs, part=ours)
        finally:
            self.spent = around
        return Verdict(True, pairs=self.pairs)

    def _simulate(
        self, original: Function, recompiled: Function, renamed: Mapping[str, str]
    ) -> None:
        bound = _parameters(recompiled)

        def is_temporary(name: str) -> bool:
            return name not in bound and self.temporaries(name)

        def shared(name: str) -> str:
            return renamed.get(name, name)

        kept = self.pairs, self.spent, self.nested_reason, self.nested_part
        rests = without_same_beginning(
            SideOfLine(
                original,
                lambda one: one if one.is_temporary else shared(one.name),
                partial(self.raw_label, original.code),
            ),
            SideOfLine(
                recompiled,
                lambda one: (
                    one if one.is_temporary or is_temporary(one.name) else one.name
                ),
                partial(self.raw_label, recompiled.code),
            ),
            [*map(shared, _parameters(original))],
            self.rename,
            self._spend,
        )
        if rests is not None:
            try:
                self._walk(*rests, renamed, is_temporary)
            except (MismatchError, UnsupportedError, EmptySlotError):
                self.pairs, self.spent, self.nested_reason, self.nested_part = kept
            else:
                return
        self._walk(Rest(original, {}), Rest(recompiled, {}), renamed, is_temporary)

    def _walk(
        self,
        original: Rest,
        recompiled: Rest,
        renamed: Mapping[str, str],
        is_temporary: Callable[[str], bool],
    ) -> None:
        """Simulate the original and the recompiled code."""
        names = SlotNames(renamed)
        ours = SideOptions(names, lambda name: False, self.rename)
        theirs = SideOptions(names, is_temporary, {})
        first = StepBuilder(original.function, ours).build(original.held)
        second = StepBuilder(recompiled.function, theirs).build(recompiled.held)
        codes = original.function.code, recompiled.function.code
        bound = _parameters(original.function)
        parameters = [names.number(name) for name in bound]
        iterators = {names.number(name) for name in bound if not name.isidentifier()}
        simulation = Simulation(
            first,
            second,
            Comparison(
                same_kind=self._same_kind,
                slot_name=names.name,
                spend=self._spend,
                same_raw=self._raw_test(*codes),
                only_looks=_look_test(*codes),
            ),
        )
        simulation.run(parameters, names.numbers, iterators)

    def _spend(self) -> None:
        self.pairs += 1
        self.spent += 1
        if self.spent > self.budget:
            raise MismatchError(f"not decided within {self.budget} pairs")

    def _raw_test(self, ours: object, theirs: object) -> Callable[[Step, Step], bool]:
        label = self.raw_label

        def same(first: Step, second: Step) -> bool:
            one = label(ours, first.origins)
            other = label(theirs, second.origins)
            return one == other or one is None or other is None

        return same

    def _same_kind(self, one: Hashable, other: Hashable) -> bool:
        """Compare the kinds of new objects; functions are compared by their code."""
        if isinstance(one, FunctionParts) and isinstance(other, FunctionParts):
            same = self._same_code(one.code, other.code)
            return same and one.parts == other.parts
        return one == other

    def _same_code(self, original: object, recompiled: object) -> bool:
        if not isinstance(original, CodeUnit) or not isinstance(recompiled, CodeUnit):
            return False
        if id(original) in self.trusted:
            return True
        key = id(original), id(recompiled)
        if key in self.accepted or self._is_same(original, recompiled):
            return True
        verdict = self.verdicts.get(key)
        if verdict is None:
            verdict = self.compare(
                self.lift(original), self.lift(recompiled), nested=True
            )
            self.verdicts[key] = verdict
            if verdict.equivalent and not self._trusts(original):
                self.accepted.add(key)
        if not verdict.equivalent:
            name = getattr(original, "name", "a function")
            self.nested_reason = f" (in {name}: {_explained(verdict)})"
            self.nested_part = verdict.part, self.pairs
        return verdict.equivalent

    def _is_same(self, original: CodeUnit, recompiled: CodeUnit) -> bool:
        """Return whether the bytecode is the same, with names of the same meaning."""
        if self.rename or original.name != recompiled.name:
            return False
        return is_same(original, recompiled)

    def _trusts(self, original: CodeUnit) -> bool:
        """Return whether a unit, or one nested in it, is trusted without comparison."""
        return any(id(unit) in self.trusted for unit in original.walk())

    def _rejection(self, error: MismatchError, part: object) -> Verdict:
        first, second = error.original, error.recompiled
        reason = error.reason
        if first is not None and second is not None:
            reason += f": {_described(first)} and {_described(second)}"
        reason, self.nested_reason = reason + self.nested_reason, ""
        nested, seen_at = self.nested_part
        if nested is not None and seen_at == self.pairs:
            part = nested
        return Verdict(False, reason, _offset(first), _offset(second), self.pairs, part)


def _look_test(ours: object, theirs: object) -> Callable[[Step, Step], bool]:
    def only_looks(first: Step, second: Step) -> bool:
        return trusts_compiler(theirs, second.origins) and not trusts_compiler(
            ours, first.origins
        )

    return only_looks


def _parameters(function: Function) -> tuple[str, ...]:
    code = function.code
    return code.parameters if isinstance(code, CodeUnit) else ()


def _explained(verdict: Verdict) -> str:
    offsets = f"{verdict.original_offset} and {verdict.recompiled_offset}"
    if verdict.original_offset is None and verdict.recompiled_offset is None:
        return verdict.reason
    return f"{verdict.reason}, at offsets {offsets}"


def _described(step: Step) -> str:
    label = step.label
    parts = label if isinstance(label, tuple) else (label,)
    texts = [str(getattr(part, "value", part)) for part in parts if part is not None]
    return " ".join(texts) or step.kind.name.lower()


def _offset(step: Step | None) -> int | None:
    if step is None or not step.origins:
        return None
    return min(step.origins)


def difference(original: CodeUnit, recompiled: CodeUnit, *, nested: bool) -> str | None:
    """Return the first difference between two code units, or None.

    Args:
        original: the original code.
        recompiled: the code of the shown source.
        nested: whether a function creates both, so that name and closure count, too. A
            source may name the outermost function freely.
    """
    compared = [
        ("flags", original.flags & CALL_FLAGS, recompiled.flags & CALL_FLAGS),
        ("parameter counts", _counts(original), _counts(recompiled)),
        ("docstring", original.docstring, recompiled.docstring),
    ]
    names = _parameter_names(original, recompiled)
    compared.append(("parameters", *names))
    leaks = lets_stop_iteration_out(original), lets_stop_iteration_out(recompiled)
    compared.append(("StopIteration", *leaks))
    if nested:
        compared.append(("name", original.name, recompiled.name))
        compared.append(("closure", original.freevars, recompiled.freevars))
    for what, ours, theirs in compared:
        if ours != theirs:
            return f"{what}: {ours!r} and {theirs!r}"
    return None


def renamed_parameters(original: CodeUnit, recompiled: CodeUnit) -> dict[str, str]:
    """Map parameters that source cannot name, such as ``.0``, to the source's names."""
    return {
        ours: theirs
        for ours, theirs in zip(original.parameters, recompiled.parameters)
        if ours != theirs and not ours.isidentifier()
    }


def _counts(code: CodeUnit) -> tuple[int, int, int]:
    return code.argcount, code.posonlyargcount, code.kwonlyargcount


def _parameter_names(
    original: CodeUnit, recompiled: CodeUnit
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    renamed = renamed_parameters(original, recompiled)
    ours = tuple(renamed.get(name, name) for name in original.parameters)
    return ours, recompiled.parameters
