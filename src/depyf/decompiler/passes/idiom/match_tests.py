"""What a block says about a subject of ``match``: one test, as a fact.

A *term* is the variable that first held a value: copies on the stack are looked
through. A `Fact` is what is known of a term after tests succeeded.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Counter as CounterType
from typing import Tuple

from depyf.decompiler.analysis.accesses import read, written
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.function import BasicBlock, Branch, Function, terminator_values
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import (
    UnpackShape,
    Value,
    Variable,
    VariableKind,
    rewrite,
)

_SINGLETONS = (Constant(None), Constant(True), Constant(False))


@dataclass
class Fact:
    """What tests say of one term.

    Args:
        kind: as in `ir.statement.Pattern`; empty while only parts are known.
        value: constant, dotted name or class.
        length: number of items, and True if there may be more.
        result: the term with the values found by MATCH_KEYS or MATCH_CLASS.
        keys: keys of a mapping.
        keywords: names of attributes.
        alternatives: of an or-pattern, each with its own facts.
    """

    kind: str
    value: Value | None = None
    length: tuple[int, bool] | None = None
    result: Variable | None = None
    keys: tuple[Value, ...] = ()
    keywords: tuple[str, ...] = ()
    alternatives: tuple[object, ...] = ()


@dataclass
class Definitions:
    """Where temporaries get their values, and how often each term is read.

    ``groups``: what ``except*`` made of a group of exceptions, and asks, too.
    """

    single: dict[Variable, Value] = field(default_factory=dict)
    reads: CounterType[Variable] = field(default_factory=Counter)
    subject_reads: CounterType[Variable] = field(default_factory=Counter)
    groups: set[Variable] = field(default_factory=set)

    @classmethod
    def of(cls, function: Function) -> Definitions:
        """Reads the whole function."""
        found = cls()
        writes: CounterType[Variable] = Counter()
        statements = [s for b in function.blocks.values() for s in b.body]
        for statement in statements:
            writes.update(written(statement))
            if statement.op is MicroOp.EXC_GROUP_MATCH:
                found.groups.update(written(statement))
        for statement in statements:
            if (
                statement.op is MicroOp.STORE
                and statement.variable.is_temporary
                and writes[statement.variable] == 1
            ):
                found.single[statement.variable] = statement.operands[0]
        for statement in statements:
            if not found.is_move(statement):
                found.count(statement)
        for block in function.blocks.values():
            for value in terminator_values(block.terminator):
                found.count(value)
        return found

    def is_move(self, statement: Value) -> bool:
        """True for a copy between temporaries."""
        if statement.op is not MicroOp.STORE or not statement.variable.is_temporary:
            return False
        source = statement.operands[0]
        if source.op is not MicroOp.LOAD:
            return source.op is MicroOp.CONST
        return source.variable.is_temporary or (
            source.variable.kind is VariableKind.LOCAL
        )

    def count(self, value: Value) -> None:
        """Counts reads by term; those as the subject of a test apart."""
        for variable in read(value):
            self.reads[self.term(variable)] += 1
        subject = tested_operand(value) or _taken_apart(value)
        if subject is not None and subject.op is MicroOp.LOAD:
            self.subject_reads[self.term(subject.variable)] += 1

    def term(self, variable: Variable) -> Variable:
        """The variable whose value ``variable`` is a copy of."""
        while True:
            value = self.single.get(variable)
            if value is None or value.op is not MicroOp.LOAD:
                return variable
            if not value.variable.is_temporary:
                return variable
            variable = value.variable

    def term_of(self, value: Value) -> Variable | None:
        """The term of a leaf that reads a variable."""
        return self.term(value.variable) if value.op is MicroOp.LOAD else None

    def definition(self, value: Value) -> Value:
        """What a leaf stands for, copies looked through."""
        while value.op is MicroOp.LOAD and value.variable in self.single:
            value = self.single[value.variable]
        return value

    def expanded(self, value: Value) -> Value:
        """The whole tree of a name, a dotted name or a tuple of them."""

        def change(node: Value) -> Value:
            if node.op is not MicroOp.LOAD or node.variable not in self.single:
                return node
            return self.expanded(self.single[node.variable])

        return rewrite(value, change)

    def is_only_tested(self, term: Variable) -> bool:
        """True if the term is read as the subject of tests only, more than once."""
        count = self.reads[term]
        return term.is_temporary and count > 1 and count == self.subject_reads[term]


def tested_operand(value: Value) -> Value | None:
    """The operand that a pattern operation looks at, None for all else."""
    inner = value.operands[0] if value.op is MicroOp.STORE else value
    if value.op is MicroOp.STORE and inner.op is MicroOp.LOAD:
        return inner  # a capture
    if inner.op in (MicroOp.UNPACK, MicroOp.LENGTH, *MATCHES):
        return inner.operands[0]
    if inner.op is MicroOp.COMPARE and inner.payload == "==":
        return inner.operands[0]
    if inner.op is MicroOp.IS and inner.operands[1].payload in _SINGLETONS:
        return inner.operands[0]
    return None


def _taken_apart(value: Value) -> Value | None:
    """What a statement takes an item or ``**rest`` of, as patterns do."""
    if value.op is MicroOp.EXTEND and value.payload == "dict":
        return value.operands[1]
    inner = value.operands[0] if value.op is MicroOp.STORE else value
    return inner.operands[0] if inner.op is MicroOp.ITEM else rest_of(value)


MATCHES = (
    MicroOp.MATCH_SEQUENCE,
    MicroOp.MATCH_MAPPING,
    MicroOp.MATCH_KEYS,
    MicroOp.MATCH_CLASS,
)


@dataclass
class Test:
    """A branch on one fact: where it goes, and what its block does for it."""

    term: Variable
    fact: Fact
    success: int
    failure: int
    used: tuple[Variable, ...]


def test_of(block: BasicBlock, known: Definitions) -> Test | None:
    """The pattern test that a block ends with."""
    end = block.terminator
    if not isinstance(end, Branch) or end.if_true == end.if_false:
        return None
    test, used = end.test, read(end.test)
    while test.op is MicroOp.LOAD and test.variable in known.single:
        test = known.single[test.variable]
    success, failure = end.if_true, end.if_false
    if test.op is MicroOp.IS:
        if test.payload is True:
            success, failure = failure, success
        matched = _matched(test, known)
        if matched is not None:
            term, fact = matched
            return Test(term, fact, failure, success, used)
    found = _fact(test, known)
    if found is None:
        return None
    term, fact = found
    return Test(term, fact, success, failure, used)


_Found = Tuple[Variable, Fact]


def _matched(test: Value, known: Definitions) -> _Found | None:
    """MATCH_KEYS or MATCH_CLASS compared with None."""
    if test.operands[1].payload != Constant(None):
        return None
    source = known.definition(test.operands[0])
    result = known.term_of(test.operands[0])
    if source.op not in (MicroOp.MATCH_KEYS, MicroOp.MATCH_CLASS):
        return None
    term = known.term_of(source.operands[0])
    if term is None or result is None:
        return None
    if source.op is MicroOp.MATCH_KEYS:
        keys = _parts(known.expanded(source.operands[1]))
        fact = Fact("mapping", keys=keys, result=result)
        return term, fact
    names = known.definition(source.operands[2]).payload
    if not isinstance(names, Constant) or type(names.value) is not tuple:
        return None
    keywords = tuple(str(name) for name in names.value)
    kind = known.expanded(source.operands[1])
    assert isinstance(source.payload, int)
    size = source.payload + len(keywords), False
    fact = Fact("class", kind, size, result, keywords=keywords)
    return term, fact


def _parts(value: Value) -> tuple[Value, ...]:
    if value.op is MicroOp.BUILD:
        return value.operands
    content = value.payload.value if isinstance(value.payload, Constant) else ()
    assert isinstance(content, tuple)
    return tuple(Value(MicroOp.CONST, (), Constant(item)) for item in content)


def _fact(test: Value, known: Definitions) -> _Found | None:
    kinds = {MicroOp.MATCH_SEQUENCE: "sequence", MicroOp.MATCH_MAPPING: "mapping"}
    if test.op in kinds:
        term = known.term_of(test.operands[0])
        if term is None:
            return None
        return term, Fact(kinds[test.op])
    if test.op is MicroOp.IS and test.operands[1].payload in _SINGLETONS:
        return _value_fact(test.operands, known)
    if test.op is not MicroOp.COMPARE:
        return None
    measured = known.definition(test.operands[0])
    if measured.op is MicroOp.LENGTH:
        term = known.term_of(measured.operands[0])
        size = test.operands[1].payload
        if term is None or not isinstance(size, Constant):
            return None
        if type(size.value) is not int:
            return None
        fact = Fact("", length=(size.value, test.payload == ">="))
        return term, fact
    return _value_fact(test.operands, known) if test.payload == "==" else None


def _value_fact(operands: tuple[Value, ...], known: Definitions) -> _Found | None:
    term = known.term_of(operands[0])
    value = known.expanded(operands[1])
    if term is None or not term.is_temporary or term in known.groups:
        return None
    if not _is_pattern_value(value):
        return None
    return term, Fact("value", value)


def _is_pattern_value(value: Value) -> bool:
    if value.op is MicroOp.CONST:
        return True
    dotted = False
    while value.op is MicroOp.ATTR:
        value, dotted = value.operands[0], True
    return dotted and value.op in (MicroOp.LOAD, MicroOp.LOAD_FROM)


def rest_of(statement: Value) -> Value | None:
    """The mapping whose ``**rest`` CPython 3.10 makes with one instruction."""
    made = statement.operands[0] if statement.op is MicroOp.STORE else statement
    is_rest = made.op is MicroOp.INTRINSIC and made.payload == "copy_dict_without_keys"
    return made.operands[0] if is_rest else None


def unpacked(statement: Value) -> UnpackShape | None:
    """The shape of an UNPACK statement."""
    shape = statement.payload
    is_unpack = statement.op is MicroOp.UNPACK and isinstance(shape, UnpackShape)
    return shape if is_unpack and isinstance(shape, UnpackShape) else None
