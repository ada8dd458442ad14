"""The rule on calls of a model that run as plain Python since the recompile limit.

A graph break leaves functions to be compiled alone.  Code that several of them share,
such as a decorator's, needs an entry for each.  If the model itself is called through
such code after the limit, nothing of the call is compiled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Collection, Iterator, Sequence

from depyf.model.events import Metrics
from depyf.model.findings.avoided_elsewhere import for_new_sizes
from depyf.model.findings.entry_limits import other_mode, refused_root
from depyf.model.findings.names import is_compiled, is_library, place, program_stack
from depyf.model.findings.recompile_cures import compiled_dynamic
from depyf.model.findings.rule import Cure, Finding, Rule, Subject
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.recompile_groups import Group
    from depyf.model.run import Compilation, Run

_FEWEST = 8  # torch's limit by default


@dataclass(frozen=True, eq=False)
class RefusedCall(Subject):
    """A call of the outermost module for which torch refused to compile an entry.

    `for_sizes` has for each entry that was made only for other sizes its group.
    """

    compilation: Compilation
    for_sizes: Sequence[Group] = ()

    @property
    def name(self) -> str:
        """The name of the module's method."""
        made_for = self.compilation.instance
        return made_for.owner if made_for is not None and made_for.owner else self.code

    @property
    def code(self) -> str:
        """The name of the code that has reached the limit."""
        return self.frame.owner

    @property
    def entries(self) -> int:
        """The number of entries of this code."""
        return len(self.frame.entries)

    @property
    def called_at(self) -> SourceLine | None:
        """The program's line of the call, from the compilation just before."""
        before = _before(self.run, self.compilation)
        for line in reversed(program_stack(before.stack) if before else ()):
            if not is_library(line.file) and not is_compiled(self.run, line):
                return line
        return None

    def finding(self, _cure: Cure) -> Finding:
        """Return a finding, which is to stand behind that of the graph break."""
        return Finding(where=self.called_at)


def _before(run: Run, refused: Compilation) -> Compilation | None:
    """Return the last compilation for the same module that started before another."""
    root, start = refused.instance, _started(refused)
    earlier = [
        one
        for one in run.compilations
        if root is not None
        and one.instance is not None
        and one.instance.is_root
        and one.instance.instance_class == root.instance_class
        and 0 < _started(one) < start
    ]
    return max(earlier, key=_started, default=None)


def _started(one: Compilation) -> float:
    return max((each.started for each in one.facts.all(Metrics)), default=0.0)


def refused_calls(
    run: Run, alone: Collection[str], recompiles: Sequence[Group] = ()
) -> Iterator[RefusedCall]:
    """Yield the first refused call of the outermost module for each function.

    Args:
        run: the run.
        alone: the keys of the functions that are compiled alone after a graph break.
            For other functions, the finding on their recompiles names the limit.
        recompiles: the groups of all recompiles.
    """
    for frame in run.frames:
        refused = refused_root(frame) if frame.key in alone else None
        if refused is not None:
            sizes = [
                group
                for group in recompiles
                if group.frame is frame
                for _ in for_new_sizes(group)
            ]
            yield RefusedCall(run, (frame,), refused, sizes)


def _cure(one: RefusedCall) -> Cure:
    limit = 2 * max(one.entries, _FEWEST)
    return Cure(
        f"torch._dynamo.config.recompile_limit = {limit}",
        "before the first call: torch then compiles these calls, too, which takes time;"
        " without the graph break, fewer entries are needed",
    )


def _why(one: RefusedCall) -> str:
    where = f" at {place(one.called_at)}" if one.called_at is not None else ""
    return (
        f"`{one.code}` has {one.entries} entries, the limit, and none fits the call"
        f"{where}{other_mode(one.compilation)}. All of `{one.name}` then runs as plain "
        f"Python.{_of_sizes(one)}"
    )


def _of_sizes(one: RefusedCall) -> str:
    """Return a sentence on the entries for other sizes, which an edit avoids."""
    number = len(one.for_sizes)
    cure = compiled_dynamic(one.for_sizes[0]) if number else Cure()
    if not cure.edit:
        return ""
    at = cure.note.partition(",")[0] if cure.note.startswith("at ") else ""
    verb, them = ("is", "it") if number == 1 else ("are", "them")
    return (
        f" {number} of the entries {verb} for another size; "
        f"`dynamic=True`{at and f' {at}'} avoids {them}."
    )


REFUSED_CALLS: tuple[Rule[RefusedCall], ...] = (
    Rule(
        "refused-call",
        what="runs as plain Python in some calls: `{it.code}` reached the recompile "
        "limit",
        cure=_cure,
        title="runs as plain Python: the limit is reached",
        why=_why,
    ),
)
