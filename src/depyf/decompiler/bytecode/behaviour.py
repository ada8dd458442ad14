"""Named facts about each CPython that disassembly and lifting need.

Whoever needs to know "which Python does X" asks for a field here, so that a version
number is compared in this file and in the opcode table; and in `emit.settings`, which
says what the Python that reads a text accepts.
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
    """Behaviours of one CPython, by name.

    Attributes:
        version: major and minor number.
        jump_unit: bytes that one unit of a jump argument stands for.
        line_table: ``lnotab``, ``linetable`` or ``locations``.
        has_exception_table: zero-cost exceptions; otherwise a block stack.
        unified_locals: locals, cells and free variables share one index space.
        compare_shift: bits below the operator in the argument of COMPARE_OP.
        null_below_callable: CALL finds NULL below the callable, not above it.
        iterator_slots: stack slots that an iterator takes.
        docstring_is_flagged: CO_HAS_DOCSTRING tells; otherwise constant 0 does.
        generator_expression_iterates: a generator expression calls iter itself.
        tests_jump_backward: conditional jumps may go back, so that a jump of its own
            to the head of a loop is a ``continue``.
        tails_copied: a short end of a function stands wherever its code ends.
        loop_tests_copied: the test of ``while`` stands before the loop and at its end.
        assertion_is_global: ``assert`` loads its exception by name.
        jumps_keep_value: a conditional jump may leave what it tests on the stack.
        branches_test_truth: conditional jumps test the truth of any object.
        none_tests_fused: `is None` before a branch is a conditional jump of its own.
        branches_have_places: the place of a conditional jump is that of its test, not
            that of the whole statement.
        unpacks_in_groups: in a display with stars, what stands between them is
            collected and unpacked, too.
        dicts_filled: a dict of more than fifteen pairs is filled pair by pair.
        constants_collected: constants at the beginning of a display with stars come
            in one tuple.
        long_calls_unpack: a call of many arguments unpacks a display of them.
        yield_tells_delegation: the argument of YIELD_VALUE is 0 but inside of
            ``yield from`` and ``await``.
        awaits_tell_kind: the argument of GET_AWAITABLE tells what is awaited.
        calls_are_prepared: PRECALL stands before each CALL.
        imports_tell: attributes of names that the module imports are called as
            functions, others as methods.
        class_knows_line: a class body sets ``__firstlineno__`` first.
        reads_trust_compiler: only LOAD_FAST_CHECK looks whether a local is bound.
        tests_keep_not: ``if not a in b`` asks ``a in b``, it does not become
            ``a not in b``.
        has_match: there are ``match`` statements.
        annotate_names_function: the qualified name of a function's ``__annotate__``
            holds that of the function.
        stop_iteration_handled: a handler in the code of a generator makes an error
            of StopIteration.
        common_builtins: how many builtins an instruction of its own pushes.
        with_keeps_null: ``with`` keeps a NULL beside the exit function on the stack.
        compares_membership: COMPARE_OP has ``in``, ``is`` and exceptions, too.
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
    """Returns the facts of one CPython; unknown newer ones get the newest facts."""
    return Behaviour(version)
