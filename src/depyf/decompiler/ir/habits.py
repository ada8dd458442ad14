"""What stages behind the lifter must know of the compiler that wrote the code."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class CodeKind(enum.Enum):
    """What a code object was compiled from."""

    FUNCTION = "function"
    LAMBDA = "lambda"
    CLASS = "class"
    MODULE = "module"


@dataclass(frozen=True)
class Habits:
    """The habits of one compiler, by name; the lifter fills them in.

    Versions of Python end at the lifter: what would be a question about one is a
    question about a habit here. The defaults are those of code that no compiler wrote.

    Attributes:
        jumps_keep_value: a conditional jump may leave what it tests on the stack.
        dicts_filled: a long dict is filled pair by pair.
        tails_copied: a short end of a function stands wherever its code ends.
        loop_tests_copied: the test of ``while`` stands before the loop and at its end.
        tests_jump_backward: conditional jumps may go back, so that a jump of its own
            to the head of a loop is a ``continue``.
        none_tests_fused: ``is None`` and ``is not None`` are jumps of their own, so
            that nothing tells which of them a test had.
        tests_keep_not: ``not a in b`` is code of its own.
        unpacks_in_groups: in a display with stars, what stands between them is
            collected and unpacked, too.
        constants_collected: constants at the beginning of a display with stars come
            in one tuple.
        long_calls_unpack: a call of many arguments unpacks a display of them.
        has_match: there are ``match`` statements.
        annotate_names_function: the qualified name of a function's ``__annotate__``
            holds that of the function.
    """

    jumps_keep_value: bool = True
    dicts_filled: bool = False
    tails_copied: bool = True
    loop_tests_copied: bool = True
    tests_jump_backward: bool = False
    none_tests_fused: bool = False
    tests_keep_not: bool = False
    has_match: bool = True
    unpacks_in_groups: bool = False
    constants_collected: bool = False
    long_calls_unpack: bool = True
    annotate_names_function: bool = False
