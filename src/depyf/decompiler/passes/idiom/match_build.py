"""Build one pattern value from the joined steps of a ``case``.

A pattern in the graph is a value ``matches(subject, values and targets...)``. The names
that it reads and the variables that it stores are operands, so that every pass sees
them. The payload is the pattern, with numbers of operands instead of values.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Iterator

from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement import Pattern
from depyf.decompiler.ir.value import UnpackShape, Value, Variable
from depyf.decompiler.passes.idiom.match_tests import (
    Definitions,
    Fact,
    leads_to_part,
    rest_of,
    unpacked,
)
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.decompiler.passes.idiom.match_joining import Node


class UnfitError(Exception):
    """The steps do not form a pattern."""


@dataclass(frozen=True)
class Skeleton:
    """A pattern in which operand numbers stand for values and names; see `Pattern`."""

    kind: str
    value: int | None = None
    name: int | None = None
    patterns: tuple[Skeleton, ...] = ()
    keys: tuple[int, ...] = ()
    keywords: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the skeleton as a string, such as ``sequence(capture(as 1))``."""
        parts = [] if self.value is None else [str(self.value)]
        parts += [f"key {key}" for key in self.keys]
        parts += [*map(str, self.patterns), *self.keywords]
        if self.name is not None:
            parts.append(f"as {self.name}")
        return f"{self.kind}({', '.join(parts)})"


_WILDCARD = Skeleton("capture")


def pattern_of(skeleton: Skeleton, operands: tuple[Value, ...]) -> Pattern:
    """Return the pattern in a `MicroOp.MATCHES` value."""
    name = skeleton.name
    return Pattern(
        skeleton.kind,
        None if skeleton.value is None else operands[skeleton.value],
        None if name is None else operands[name].variable,
        tuple(pattern_of(inner, operands) for inner in skeleton.patterns),
        tuple(operands[key] for key in skeleton.keys),
        skeleton.keywords,
    )


def _with_alternatives(node: Node) -> Iterator[Node]:
    yield node
    for facts in node.facts.values():
        for fact in facts:
            for inner in fact.alternatives:
                yield from _with_alternatives(inner)  # type: ignore[arg-type]


@dataclass
class Builder:
    """Builds one pattern.

    Args:
        known: the definitions of temporaries.
        captures: maps terms to the variables in which they are stored.
        rests: maps the term of a mapping to the term with its ``**rest``.
    """

    known: Definitions
    captures: dict[Variable, list[Variable]] = field(default_factory=dict)
    rests: dict[Variable, Variable] = field(default_factory=dict)
    operands: list[Value] = field(default_factory=list)
    terms: set[Variable] = field(default_factory=set)

    # -- stores after a pattern

    def take_captures(self, body: list[Value], node: Node) -> int:
        """Read the stores at the start of a block; return how many there are."""
        taken = 0
        for inner in _with_alternatives(node):
            self.terms |= set(inner.facts)
            for facts in inner.facts.values():
                self.terms |= {f.result for f in facts if f.result is not None}
        for index, statement in enumerate(body):
            if statement.op is MicroOp.ORIGIN:
                continue
            if leads_to_part(statement, self.terms, self.known):
                continue
            if not self._take(statement):
                break
            taken = index + 1
            shape = unpacked(statement)
            term = statement.operands[0].loaded if shape else None
            if shape is not None and term in self.terms and term is not None:
                for inner in _with_alternatives(node):
                    inner.unpacks.setdefault(term, shape)
        return taken

    def _take(self, statement: Value) -> bool:
        if statement.op is MicroOp.STORE:
            source = statement.operands[0]
            if rest_of(statement) is not None:
                return self._take_rest(statement)
            if not source.loads_temporary:
                return False
            term = source.variable
            made = self.known.single.get(term)
            if made is not None and made.op is MicroOp.CONST and term not in self.terms:
                return False  # `a = b = 1`
            self.captures.setdefault(term, []).append(statement.variable)
            return True
        if statement.op is MicroOp.EXTEND and statement.payload == "dict":
            return self._take_rest(statement)
        if statement.op is MicroOp.UNPACK:
            if statement.operands[0].loaded in self.terms:
                return True
            source = self.known.definition(statement.operands[0])
            is_keys = source.op in (MicroOp.BUILD, MicroOp.CONST)
            return is_keys and bool(self.rests)  # the keys that ``**rest`` leaves out
        if statement.op is MicroOp.DEL_ITEM:
            owner = statement.operands[0].loaded
            return owner in self.rests.values()
        return False

    def _take_rest(self, statement: Value) -> bool:
        whole = rest_of(statement)
        if whole is not None:
            source = whole.loaded
            if source is None or not statement.variable.is_temporary:
                return False
            self.rests[source] = statement.variable
            return True
        rest, mapping = statement.operands
        target, source = rest.loaded, mapping.loaded
        if target is None or source not in self.terms:
            return False
        if self.known.definition(rest).op is not MicroOp.BUILD:
            return False
        self.rests[source] = target
        return True

    # -- the pattern

    def matches(self, node: Node, subject: Value) -> Value:
        """Return one pattern test that replaces all steps of the node.

        Raises:
            UnfitError: the steps do not form a pattern.
        """
        self.operands = [subject]
        for statement in node.steps:
            if statement.op is MicroOp.EXTEND or rest_of(statement) is not None:
                self._take_rest(statement)
        skeleton = self.top(node, dict(self.captures))
        origins = frozenset(o for s in node.steps for o in s.all_origins())
        return Value(MicroOp.MATCHES, tuple(self.operands), skeleton, origins)

    def operand(self, value: Value) -> int:
        """Add an operand, and return its number."""
        self.operands.append(value)
        return len(self.operands) - 1

    def top(self, node: Node, captures: dict[Variable, list[Variable]]) -> Skeleton:
        """Return the pattern of a node, with the variables that store its terms.

        Raises:
            UnfitError: a fact or a name is left over.
        """
        facts = {term: list(found) for term, found in node.facts.items()}
        level = _Level(self, node.unpacks, facts, captures, dict(self.rests))
        result = level.pattern(node.term)
        level.check()
        return result


@dataclass
class _Level:
    """Facts that are true together; each alternative of an or-pattern has its own."""

    builder: Builder
    unpacks: dict[Variable, UnpackShape]
    facts: dict[Variable, list[Fact]]
    captures: dict[Variable, list[Variable]]
    rests: dict[Variable, Variable]

    def check(self) -> None:
        """Check that every fact and name was used.

        Raises:
            UnfitError: one was not used.
        """
        if self.facts or self.captures:
            raise UnfitError

    def pattern(self, term: Variable) -> Skeleton:
        """Return the pattern of a term, with the names that capture it."""
        facts = self.facts.pop(term, [])
        names = self.captures.pop(term, [])
        inner = self._inner(term, facts) if facts else None
        for name in names:
            target = self.builder.operand(Value(MicroOp.TARGET, (), name))
            if inner is None:
                inner = Skeleton("capture", name=target)
            else:
                inner = Skeleton("as", name=target, patterns=(inner,))
        return inner or _WILDCARD

    def _inner(self, term: Variable, facts: list[Fact]) -> Skeleton:
        first = facts[0]
        if first.kind == "sequence":
            return self._sequence(term, facts)
        if first.kind == "mapping":
            return self._mapping(term, facts)
        if len(facts) != 1:
            raise UnfitError
        if first.kind == "value" and first.value is not None:
            return Skeleton("value", self.builder.operand(first.value))
        if first.kind == "class" and first.value is not None:
            kind = self.builder.operand(first.value)
            parts = self._parts(first.result, first.length[0] if first.length else 0)
            return Skeleton("class", kind, None, parts, (), first.keywords)
        if first.kind == "or":
            return self._alternatives(first)
        raise UnfitError

    def _parts(self, result: Variable | None, size: int) -> tuple[Skeleton, ...]:
        if result is None:
            return ()
        shape = self.unpacks.get(result)
        if shape is None:  # CPython 3.10
            return self._by_index(result, size, False).patterns
        return tuple(self.pattern(target) for target in shape.targets)

    def _sequence(self, term: Variable, facts: list[Fact]) -> Skeleton:
        lengths = [fact.length for fact in facts[1:]]
        if len(lengths) > 1 or any(length is None for length in lengths):
            raise UnfitError
        size, more = lengths[0] or (0, True) if lengths else (0, True)
        shape = self.unpacks.get(term)
        if shape is None:
            return self._by_index(term, size, more)
        parts: list[Skeleton] = []
        for index, target in enumerate(shape.targets):
            part = self.pattern(target)
            if index == shape.star:
                part = Skeleton("star", name=part.name)
            parts.append(part)
        if len(parts) - (shape.star is not None) != size:
            raise UnfitError
        return Skeleton("sequence", patterns=tuple(parts))

    def _by_index(self, term: Variable, size: int, more: bool) -> Skeleton:
        """Return a sequence pattern whose items are read one by one, as with ``*_``."""
        front: dict[int, Skeleton] = {}
        back: dict[int, Skeleton] = {}
        for variable, value in self.builder.known.single.items():
            if value.op is not MicroOp.ITEM:
                continue
            if value.operands[0].loaded != term:
                continue
            if variable not in self.facts and variable not in self.captures:
                continue
            index = self._index(value.operands[1])
            if index >= 0:
                front[index] = self.pattern(variable)
            else:
                back[-index] = self.pattern(variable)
        tail = max(back, default=0)
        head = size - tail
        if head < 0 or any(index >= head for index in front):
            raise UnfitError
        parts = [front.get(index, _WILDCARD) for index in range(head)]
        if more:
            parts.append(Skeleton("star"))
        parts += [back.get(index, _WILDCARD) for index in range(tail, 0, -1)]
        return Skeleton("sequence", patterns=tuple(parts))

    def _index(self, value: Value) -> int:
        """Return a constant index; negative if it counts from the end."""
        value = self.builder.known.definition(value)
        sign = 1
        if value.op is MicroOp.BINARY and value.payload == "-":
            value, sign = self.builder.known.definition(value.operands[1]), -1
        if not isinstance(value.constant, int):
            raise UnfitError
        return sign * value.constant

    def _mapping(self, term: Variable, facts: list[Fact]) -> Skeleton:
        keys: tuple[Value, ...] = ()
        result: Variable | None = None
        for fact in facts[1:]:
            if fact.result is not None:
                keys, result = fact.keys, fact.result
            elif fact.length is None:
                raise UnfitError
        numbers = tuple(self.builder.operand(key) for key in keys)
        parts = self._parts(result, len(keys)) if keys else ()
        if len(parts) != len(keys):
            parts = parts or (_WILDCARD,) * len(keys)
        name: int | None = None
        rest = self.rests.pop(term, None)
        if rest is not None:
            names = self.captures.pop(rest, [])
            if len(names) != 1:
                raise UnfitError
            name = self.builder.operand(Value(MicroOp.TARGET, (), names[0]))
        return Skeleton("mapping", name=name, patterns=parts, keys=numbers)

    def _alternatives(self, fact: Fact) -> Skeleton:
        parts: list[Skeleton] = []
        shared: dict[Variable, list[Variable]] = {}
        nodes: list[Node] = list(fact.alternatives)  # type: ignore[arg-type]
        common = set(nodes[0].moves)
        for node in nodes[1:]:
            common &= set(node.moves)
        for slot in list(self.captures):
            if slot in common:
                shared[slot] = self.captures.pop(slot)
        for node in nodes:
            captures: dict[Variable, list[Variable]] = {}
            for slot, names in shared.items():
                source = node.moves[slot].loaded
                if source is None:
                    raise UnfitError
                captures.setdefault(source, []).extend(names)
            part = self.builder.top(node, captures)
            parts += part.patterns if part.kind == "or" else (part,)
        return Skeleton("or", patterns=tuple(parts))
