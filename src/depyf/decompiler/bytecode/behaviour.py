"""Named facts about each CPython version that disassembly and lifting need.

Code that depends on the Python version reads a field of `Behaviour`. Versions are
compared only here and in the opcode table. One exception is `emit.settings`, which
knows the syntax that the Python reading a source accepts.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import Tuple

Version = Tuple[int, int]

OLDEST: Version = (3, 8)
NEWEST: Version = (3, 15)
RUNNING: Version = (sys.version_info[0], sys.version_info[1])


class Behaviour:
    """The behaviour of one CPython version, as named facts.

    Attributes:
        version: major and minor number.
        jump_unit: the number of bytes that one unit of a jump argument means.
        line_table: the format of the line table: ``lnotab``, ``linetable`` or
            ``locations``.
        has_exception_table: there is an exception table, instead of a block stack.
        unified_locals: locals, cells and free variables share one index space.
        compare_shift: bits below the operator in the argument of COMPARE_OP.
        null_below_callable: CALL expects NULL below the callable, not above it.
        iterator_slots: stack slots that an iterator takes.
        docstring_is_flagged: CO_HAS_DOCSTRING marks code with a docstring. If False,
            constant 0 is the docstring if it is a string.
        generator_expression_iterates: a generator expression calls iter itself.
        tests_jump_backward: conditional jumps may jump back. A separate jump to the
            head of a loop is then a ``continue``.
        tails_copied: the compiler copies a short end of the function to each jump to
            it.
        loop_tests_copied: the test of ``while`` is compiled twice, before the loop and
            at its end.
        assertion_is_global: ``assert`` loads AssertionError by its name.
        jumps_keep_value: a conditional jump may leave the tested value on the stack.
        branches_test_truth: conditional jumps test the truth of any object.
        none_tests_fused: `is None` and the branch after it are one conditional jump.
        branches_have_places: a conditional jump has the position of its test, not that
            of the whole statement.
        unpacks_in_groups: in a display with stars, the items between the stars are also
            collected and unpacked.
        dicts_filled: a dict of more than fifteen pairs is filled pair by pair.
        constants_collected: constants at the beginning of a display with stars come as
            one tuple.
        long_calls_unpack: a call with many arguments unpacks a display of them.
        yield_tells_delegation: the argument of YIELD_VALUE is 0 only outside
            ``yield from`` and ``await``.
        awaits_tell_kind: the argument of GET_AWAITABLE says what is awaited.
        calls_are_prepared: each CALL follows a PRECALL.
        imports_tell: an attribute of a name that the module imports is called as a
            function, any other attribute as a method.
        class_knows_line: a class body sets ``__firstlineno__`` first.
        reads_trust_compiler: only LOAD_FAST_CHECK checks that a local is bound.
        tests_keep_not: ``if not a in b`` tests ``a in b``. It does not become
            ``a not in b``.
        has_match: there are ``match`` statements.
        annotate_names_function: the qualified name of a function's ``__annotate__``
            contains that of the function.
        stop_iteration_handled: a generator's code has a handler that turns
            StopIteration into RuntimeError.
        common_builtins: the number of builtins that LOAD_COMMON_CONSTANT can push.
        with_keeps_null: ``with`` keeps a NULL beside the exit function on the stack.
        compares_membership: COMPARE_OP also stands for ``in``, ``is`` and exception
            matches.
    """

    def __init__(self, version: Version) -> None:
        """Args: version: major and minor number; newer ones get the newest facts."""
        self.version = version
        self.jump_unit = 1 if version < (3, 10) else 2
        self.line_table = _line_table(version)
        self.has_exception_table = version >= (3, 11)
        self.unified_locals = version >= (3, 11)
        self.compare_shift = _compare_shift(version)
        self.null_below_callable = (3, 11) <= version < (3, 13)
        self.iterator_slots = 2 if version >= (3, 15) else 1
        self.docstring_is_flagged = version >= (3, 14)
        self.generator_expression_iterates = version >= (3, 15)
        self.tests_jump_backward = version < (3, 12)
        self.tails_copied = version >= (3, 10)
        self.loop_tests_copied = (3, 10) <= version < (3, 14)
        self.assertion_is_global = version < (3, 9)
        self.jumps_keep_value = version < (3, 12)
        self.branches_test_truth = version < (3, 13)
        self.none_tests_fused = version >= (3, 11)
        self.branches_have_places = version >= (3, 12)
        self.unpacks_in_groups = version < (3, 9)
        self.dicts_filled = version >= (3, 10)
        self.constants_collected = version >= (3, 14)
        self.long_calls_unpack = version >= (3, 10)
        self.yield_tells_delegation = version >= (3, 13)
        self.awaits_tell_kind = version >= (3, 11)
        self.calls_are_prepared = version == (3, 11)
        self.imports_tell = version >= (3, 11)
        self.class_knows_line = version >= (3, 13)
        self.reads_trust_compiler = version >= (3, 12)
        self.tests_keep_not = version >= (3, 14)
        self.has_match = version >= (3, 10)
        self.annotate_names_function = version >= (3, 15)
        self.stop_iteration_handled = version >= (3, 12)
        self.common_builtins = _common_builtins(version)
        self.with_keeps_null = version >= (3, 14)
        self.compares_membership = version < (3, 9)


def _line_table(version: Version) -> str:
    if version < (3, 10):
        return "lnotab"
    return "linetable" if version < (3, 11) else "locations"


def _compare_shift(version: Version) -> int:
    if version < (3, 12):
        return 0
    return 4 if version < (3, 13) else 5


def _common_builtins(version: Version) -> int:
    if version < (3, 14):
        return 0
    return 5 if version < (3, 15) else 7


@lru_cache(maxsize=None)
def behaviour_of(version: Version) -> Behaviour:
    """Return the facts about a CPython version, which are computed once."""
    return Behaviour(version)
