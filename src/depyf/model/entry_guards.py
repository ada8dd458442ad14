"""Compare the guards of all entries of a function."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.model.by_identity import once_each
from depyf.model.events import ShapeSymbol
from depyf.model.guard_fact import ANY, FUNCTION
from depyf.model.guard_facts import GuardFacts, guard_facts
from depyf.records import dataclass
from depyf.regexes import regex

if TYPE_CHECKING:
    from depyf.model.guard_fact import GuardFact
    from depyf.model.run import Compilation, Frame
    from depyf.torch_text.questions import TensorGuard

SETTINGS = "torch's settings"  # the subject of the guard on all of them
_VALUE = regex(r"^ == (?P<value>.*)$")
_COMPARED = regex(r"^(?P<close>\)*) (?:==|is) (?P<value>.*)$")
_WORTH_A_NAME = 5  # the fewest facts that become a named predicate
_MOST_COMPARED = 128  # entries; torch makes at most 8 unless the limit is raised
_WORDS = regex(r", (?![^\[]*\])(?![^(]*\))")


@dataclass(frozen=True)
class EntryGuards:
    """The guards of one entry: all of them, and those that some other entry lacks.

    Attributes:
        position: the entry's index among the entries whose guards are known.
        compilation: the compilation that made the entry.
        facts: all facts of the entry.
        own: the facts that not every entry has.
    """

    position: int
    compilation: Compilation
    facts: GuardFacts
    own: tuple[GuardFact, ...]

    @cached_property
    def identities(self) -> frozenset[str]:
        """The identities of this entry's guards that some other entry lacks."""
        return frozenset(fact.identity for fact in self.own)


@dataclass(frozen=True)
class SharedGuards:
    """The guards that several entries of a function share and the others lack.

    Attributes:
        entries: the indices of the entries, among those whose guards are known.
        facts: the shared facts.
    """

    entries: tuple[int, ...]
    facts: tuple[GuardFact, ...]


@dataclass(frozen=True)
class FrameGuards:
    """The guards of a function's entries, compared.

    Attributes:
        entries: the entries whose guards torch reported.
        common: the facts of all entries; empty for a single entry.
        shared: groups of five or more facts that several entries share, but not all.
        variables: the arguments and free variables that any guard is about.
    """

    entries: tuple[EntryGuards, ...]
    common: tuple[GuardFact, ...]
    shared: tuple[SharedGuards, ...] = ()
    variables: tuple[str, ...] = ()

    def of(self, compilation: Compilation) -> EntryGuards | None:
        """Return the guards of one entry; None if torch did not report them."""
        return self._by_compilation.get(id(compilation))

    def rest(self, entry: EntryGuards) -> tuple[GuardFact, ...]:
        """Return an entry's own facts that are in none of the `shared` groups."""
        groups = (self.shared[at] for at in self.groups_of(entry))
        common = {fact.identity for one in groups for fact in one.facts}
        return tuple(fact for fact in entry.own if fact.identity not in common)

    def groups_of(self, entry: EntryGuards) -> Sequence[int]:
        """Return the indices in `shared` of the groups that an entry belongs to."""
        return self._groups.get(entry.position, ())

    @cached_property
    def _by_compilation(self) -> dict[int, EntryGuards]:
        return {id(one.compilation): one for one in self.entries}

    @cached_property
    def _groups(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for at, one in enumerate(self.shared):
            for position in one.entries:
                found.setdefault(position, []).append(at)
        return found


@dataclass(frozen=True)
class Change:
    """A guard that differs between two entries.

    Attributes:
        subject: the subject of the guard.
        before: what the first entry requires; empty if only the second has the guard.
        after: what the second entry requires; empty if only the first has the guard.
        fact: the fact of the guard.
    """

    subject: str
    before: str
    after: str
    fact: GuardFact


@once_each
def frame_guards(frame: Frame) -> FrameGuards:
    """Compare the guards of a function's entries."""
    known = [c for c in frame.entries if c.guards_known]
    facts = [guard_facts(one.guards, one.facts.all(ShapeSymbol)) for one in known]
    kept = [{fact.identity: fact for fact in one.facts} for one in facts]
    common = [
        key for key in (kept[0] if len(kept) > 1 else ()) if all(key in k for k in kept)
    ]
    shared = set(common)
    entries = tuple(
        EntryGuards(
            position,
            compilation,
            one,
            tuple(fact for fact in one.facts if fact.identity not in shared),
        )
        for position, (compilation, one) in enumerate(zip(known, facts))
    )
    return FrameGuards(
        entries,
        tuple(kept[0][key] for key in common) if common else (),
        tuple(_shared(entries)),
        tuple(dict.fromkeys(name for one in known for name in _variables(one))),
    )


def _variables(compilation: Compilation) -> Iterator[str]:
    for part in compilation.guards:
        yield from (path.name for path in part.paths if path.is_local)


def _shared(entries: Sequence[EntryGuards]) -> Iterator[SharedGuards]:
    """Yield the groups of guards that some entries share, if they are large enough."""
    owners: dict[str, list[int]] = {}
    facts: dict[str, GuardFact] = {}
    for position, entry in enumerate(entries):
        for fact in entry.own:
            owners.setdefault(fact.identity, []).append(position)
            facts.setdefault(fact.identity, fact)
    groups: dict[tuple[int, ...], list[GuardFact]] = {}
    for key, positions in owners.items():
        if len(positions) > 1:
            groups.setdefault(tuple(positions), []).append(facts[key])
    for group, found in groups.items():
        if len(found) >= _WORTH_A_NAME:
            yield SharedGuards(group, tuple(found))


@once_each
def nearest(guards: FrameGuards, entry: EntryGuards) -> EntryGuards | None:
    """Return the earlier entry whose conditions differ least from those of `entry`.

    Among equally near entries, the latest one is returned.  Only the last 128 entries
    are compared.
    """
    first = max(0, entry.position - _MOST_COMPARED)
    earlier = guards.entries[first : entry.position]

    def distance(other: EntryGuards) -> int:
        return len(entry.identities ^ other.identities)

    return min(reversed(earlier), key=distance, default=None)


def changes(before: EntryGuards, after: EntryGuards) -> list[Change]:
    """Return the guards that differ between two entries, those on inputs first."""
    known = {fact.identity for fact in before.own}
    kept = {fact.identity for fact in after.own}
    gone = [fact for fact in before.own if fact.identity not in kept]
    new = [fact for fact in after.own if fact.identity not in known]
    left: dict[tuple[str, str], list[GuardFact]] = {}
    for fact in gone:
        left.setdefault((fact.subject, _form(fact)), []).append(fact)
    found: list[Change] = []
    taken: set[str] = set()
    for fact in new:
        alike = left.get((fact.subject, _form(fact)))
        old = alike.pop(0) if alike else None
        if old is not None:
            taken.add(old.identity)
        found.append(_change(old, fact))
    lost = (fact for fact in gone if fact.identity not in taken)
    found += [Change(fact.subject, fact.text, "", fact) for fact in lost]
    order = {fact.category: n for n, fact in enumerate((*after.facts.facts,))}
    return sorted(found, key=lambda change: order.get(change.fact.category, 0))


def _form(fact: GuardFact) -> str:
    """Return the form of a condition without its value, to match it with another."""
    if not fact.before and (_VALUE.match(fact.after) or " is " in fact.after):
        return "value"
    return fact.before


def _change(old: GuardFact | None, new: GuardFact) -> Change:
    if old is None:
        return Change(new.subject, "", new.text, new)
    if new.before == FUNCTION:
        gone, come = _different_words(old.after.rstrip(")"), new.after.rstrip(")"))
        subject = SETTINGS
        return Change(subject, gone, come if gone else f"{subject}: {come}", new)
    before, after = _value(old), _value(new)
    compared = _COMPARED.match(new.after)
    if new.before and compared is not None and _COMPARED.match(old.after):
        subject = f"{new.before}{new.subject}{compared['close']}"
        return Change(subject, before, after, new)
    if new.before == "is_tensor(":
        before, after = _different_words(before, after)
        if not before and not after:
            before, after = _unlike(old, new)
        if not before:
            return Change(new.subject, "", f"{new.subject}: {after}", new)
    return Change(new.subject, before, after, new)


def _value(fact: GuardFact) -> str:
    found = _COMPARED.match(fact.after)
    if found is not None:
        return found["value"]
    return fact.after.strip(", )") if fact.before == "is_tensor(" else fact.text


def _unlike(old: GuardFact, new: GuardFact) -> tuple[str, str]:
    """Return how two tensors differ in what their descriptions leave out."""
    one, other = old.tensor, new.tensor
    if one is None or other is None or one.stride != other.stride:
        return _strides(one), _strides(other)
    if one.type != other.type:
        return f"type={one.type}", f"type={other.type}"
    gone, come = _different_words(", ".join(one.keys), ", ".join(other.keys))
    if not gone:
        return "", come.replace("also", "also dispatch key", 1)
    return f"dispatch key {gone}", come


def _strides(tensor: TensorGuard | None) -> str:
    """Return a tensor's strides in words; its description omits contiguous ones."""
    stride = tensor.stride if tensor is not None else ()
    return f"stride=[{', '.join(stride)}]".replace("None", ANY)


def _different_words(before: str, after: str) -> tuple[str, str]:
    """Return the words of each description of a tensor that the other lacks."""
    one, other = _WORDS.split(before), _WORDS.split(after)
    gone = [word for word in one if word not in other]
    new = [word for word in other if word not in one]
    if not gone:
        return "", f"also {', '.join(new)}" if new else ""
    return ", ".join(gone), ", ".join(new) or f"no {', '.join(gone)}"


def tensors(facts: Sequence[GuardFact]) -> list[tuple[str, str]]:
    """Return the subject and description of each fact that is about a tensor."""
    return [(f.subject, _value(f)) for f in facts if f.before == "is_tensor("]
