"""Classify a test in a block that a `match` statement may have produced.

Copies must be propagated before. Then all tests of one value read the same variable,
which is called its *term*.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import field
from typing import Collection, Dict, Set
from typing import Counter as CounterType

from depyf.decompiler.analysis.accesses import read, written
from depyf.decompiler.analysis.usage import Usage
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.function import BasicBlock, Branch, Function
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import (
    UnpackShape,
    Value,
    Variable,
    VariableKind,
    rewrite,
)
from depyf.records import dataclass

_SINGLETONS = (Constant(None), Constant(True), Constant(False))


#: For each block, the stack slots that it reads, by the variable that they copy.
Slots = Dict[int, Dict[Variable, Set[Variable]]]


@dataclass
class Fact:
    """A fact about one term that follows from a successful test.

    Args:
        term: the variable that was tested.
        kind: the kind of `ir.statement.Pattern`; empty if only a part of it is known.
        value: a constant, a dotted name or a class.
        length: the number of items, and whether there may be more.
        result: the term with the values from MATCH_KEYS or MATCH_CLASS.
        keys: the keys of a mapping.
        keywords: the names of attributes.
        alternatives: the alternatives of an or-pattern, each with its own facts.
    """

    term: Variable
    kind: str
    value: Value | None = None
    length: tuple[int, bool] | None = None
    result: Variable | None = None
    keys: tuple[Value, ...] = ()
    keywords: tuple[str, ...] = ()
    alternatives: tuple[object, ...] = ()


@dataclass
class Definitions:
    """The definitions of temporaries, and the number of reads of each.

    ``groups`` are the parts of exception groups that ``except*`` creates and tests,
    too.
    """

    single: dict[Variable, Value] = field(default_factory=dict)
    reads: CounterType[Variable] = field(default_factory=Counter)
    subject_reads: CounterType[Variable] = field(default_factory=Counter)
    groups: set[Variable] = field(default_factory=set)

    @classmethod
    def of(cls, function: Function) -> Definitions:
        """Collect the definitions of a function."""
        found = cls()
        writes = Usage.of(function).writes
        for value in function.values:
            found.count(value)
            if value.op is MicroOp.EXC_GROUP_MATCH:
                found.groups.update(written(value))
            if value.stores_temporary and writes[value.variable] == 1:
                found.single[value.variable] = value.operands[0]
        return found

    def count(self, value: Value) -> None:
        """Count all reads of each variable, and separately its reads by a test."""
        self.reads.update(read(value))
        subject = tested_operand(value) or _taken_apart(value)
        if subject is not None and subject.loaded is not None:
            self.subject_reads[subject.loaded] += 1

    def definition(self, value: Value) -> Value:
        """Return the definition of a leaf, or the leaf itself."""
        variable = value.loaded
        return value if variable is None else self.single.get(variable, value)

    def expanded(self, value: Value) -> Value:
        """Return the whole tree of a name, a dotted name, or a tuple of these."""

        def change(node: Value) -> Value:
            source = self.definition(node)
            return node if source is node else self.expanded(source)

        return rewrite(value, change)

    def is_only_tested(self, term: Variable) -> bool:
        """Return whether a term is read more than once, and only by tests."""
        count = self.reads[term]
        return term.is_temporary and count > 1 and count == self.subject_reads[term]


def is_move(statement: Value) -> bool:
    """Return whether a temporary copies another one, a local or a constant."""
    if not statement.stores_temporary:
        return False
    source = statement.operands[0]
    if source.op is not MicroOp.LOAD:
        return source.op is MicroOp.CONST
    return source.variable.is_temporary or source.variable.kind is VariableKind.LOCAL


def stored(value: Value) -> Value:
    """Return the value that a statement stores, or the statement itself."""
    return value.operands[0] if value.op is MicroOp.STORE else value


def tested_operand(value: Value) -> Value | None:
    """Return the operand that a pattern operation tests; None for others."""
    inner = stored(value)
    if is_move(value) or (value.op is MicroOp.STORE and inner.op is MicroOp.LOAD):
        return inner  # a capture
    if inner.op in (MicroOp.UNPACK, MicroOp.LENGTH, *MATCHES):
        return inner.operands[0]
    return compared(inner)


def _taken_apart(value: Value) -> Value | None:
    """Return the value from which a statement takes an item or ``**rest``, or None."""
    if value.op is MicroOp.EXTEND and value.payload == "dict":
        return value.operands[1]
    inner = stored(value)
    return inner.operands[0] if inner.op is MicroOp.ITEM else rest_of(value)


MATCHES = (
    MicroOp.MATCH_SEQUENCE,
    MicroOp.MATCH_MAPPING,
    MicroOp.MATCH_KEYS,
    MicroOp.MATCH_CLASS,
)


@dataclass
class Test:
    """A branch on one fact: its targets, and the variables its block uses for it."""

    fact: Fact
    success: int
    failure: int
    used: tuple[Variable, ...]


def test_of(block: BasicBlock, known: Definitions) -> Test | None:
    """Return the pattern test that ends a block, or None."""
    end = block.terminator
    if not isinstance(end, Branch) or end.if_true == end.if_false:
        return None
    test = known.definition(end.test)
    success, failure = end.if_true, end.if_false
    if test.op is MicroOp.IS and test.payload is True:
        success, failure = failure, success
    fact = _found(test, known)
    if fact is not None:
        success, failure = failure, success  # the result is None if the test failed
    else:
        fact = _fact(test, known)
    return None if fact is None else Test(fact, success, failure, read(end.test))


def _found(test: Value, known: Definitions) -> Fact | None:
    """Return the fact from comparing a MATCH_KEYS or MATCH_CLASS result with None."""
    if test.op is not MicroOp.IS or test.operands[1].payload != Constant(None):
        return None
    source = known.definition(test.operands[0])
    if source.op not in (MicroOp.MATCH_KEYS, MicroOp.MATCH_CLASS):
        return None
    result, term = test.operands[0].loaded, source.operands[0].loaded
    if term is None or result is None:
        return None
    if source.op is MicroOp.MATCH_KEYS:
        keys = _parts(known.expanded(source.operands[1]))
        return Fact(term, "mapping", keys=keys, result=result)
    names = known.definition(source.operands[2]).constant
    if not isinstance(names, tuple):
        return None
    keywords = tuple(map(str, names))
    kind = known.expanded(source.operands[1])
    assert isinstance(source.payload, int)
    size = source.payload + len(keywords), False
    return Fact(term, "class", kind, size, result, keywords=keywords)


def _parts(value: Value) -> tuple[Value, ...]:
    if value.op is MicroOp.BUILD:
        return value.operands
    content = value.constant
    assert isinstance(content, tuple)
    return tuple(Value(MicroOp.CONST, (), Constant(item)) for item in content)


def _fact(test: Value, known: Definitions) -> Fact | None:
    """Return the fact from a test of type, length or value, or None."""
    kinds = {MicroOp.MATCH_SEQUENCE: "sequence", MicroOp.MATCH_MAPPING: "mapping"}
    if test.op in kinds:
        term = test.operands[0].loaded
        return None if term is None else Fact(term, kinds[test.op])
    if test.op is MicroOp.COMPARE:
        measured = known.definition(test.operands[0])
        if measured.op is MicroOp.LENGTH:
            return _length_fact(measured, test)
    return _value_fact(test, known)


def _length_fact(measured: Value, test: Value) -> Fact | None:
    term, size = measured.operands[0].loaded, test.operands[1].payload
    if term is None or not isinstance(size, Constant) or type(size.value) is not int:
        return None
    return Fact(term, "", length=(size.value, test.payload == ">="))


def _value_fact(test: Value, known: Definitions) -> Fact | None:
    subject = compared(test)
    term = None if subject is None else subject.loaded
    if term is None or not term.is_temporary or term in known.groups:
        return None
    value = known.expanded(test.operands[1])
    return Fact(term, "value", value) if _is_pattern_value(value) else None


def compared(test: Value) -> Value | None:
    """Return the value that a test compares in the way that a pattern does, or None."""
    is_equal = test.op is MicroOp.COMPARE and test.payload == "=="
    is_same = test.op is MicroOp.IS and test.operands[1].payload in _SINGLETONS
    return test.operands[0] if is_equal or is_same else None


def _is_pattern_value(value: Value) -> bool:
    if value.op is MicroOp.CONST:
        return True
    dotted = False
    while value.op is MicroOp.ATTR:
        value, dotted = value.operands[0], True
    return dotted and value.op in (MicroOp.LOAD, MicroOp.LOAD_FROM)


def rest_of(statement: Value) -> Value | None:
    """Return the mapping of a ``**rest`` that CPython 3.10 creates in one step."""
    made = stored(statement)
    is_rest = made.op is MicroOp.INTRINSIC and made.payload == "copy_dict_without_keys"
    return made.operands[0] if is_rest else None


def leads_to_part(
    statement: Value, terms: Collection[Variable], known: Definitions
) -> bool:
    """Return whether a statement only takes, moves or indexes parts of a term."""
    if not statement.stores_temporary:
        return False
    source = statement.operands[0]
    if source.op is MicroOp.LOAD:
        # A local is read by the body of a case, such as `return x` inside a `with`.
        return source.variable.is_temporary
    if source.op in (MicroOp.ITEM, MicroOp.LENGTH):
        return source.operands[0].loaded in terms
    if source.op is MicroOp.BINARY:
        return known.definition(source.operands[0]).op is MicroOp.LENGTH
    if source.op is MicroOp.BUILD:
        return source.payload == "dict" and not source.operands
    return source.op is MicroOp.CONST


def unpacked(statement: Value) -> UnpackShape | None:
    """Return the shape of an UNPACK statement; None for others."""
    shape = statement.payload
    is_unpack = statement.op is MicroOp.UNPACK and isinstance(shape, UnpackShape)
    return shape if is_unpack and isinstance(shape, UnpackShape) else None
