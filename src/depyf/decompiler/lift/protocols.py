"""Fold instruction sequences of fixed shape into single operations.

| source | instructions | operation |
|---|---|---|
| ``await x`` | GET_AWAITABLE, None, SEND loop (3.11+) or YIELD_FROM | ``await`` |
| ``yield from x`` | None, SEND loop or YIELD_FROM | ``yield_from`` |
| ``async for`` | GET_ANEXT, None, SEND loop, END_ASYNC_FOR handler | ``async_next`` |
| end of ``with`` | None, copied twice, CALL_FUNCTION 3 (3.9, 3.10) | ``call_exit`` |
| end of ``except`` | BEGIN_FINALLY, unbinding, POP_EXCEPT (3.8) | ``leave_clause`` |
| the same, early | CALL_FINALLY of the unbinding (3.8) | ``unbind_name`` |

Their handlers (CLEANUP_THROW, END_ASYNC_FOR) lose their ranges in `lift.regions`, and
so become unreachable.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

from depyf.decompiler.bytecode.opcodes import Arg, CommonConstant, OpSpec, table_of
from depyf.decompiler.lift.operations import LiftError, Operation, plain_operation

if TYPE_CHECKING:
    from depyf.decompiler.bytecode.code_unit import CodeUnit
    from depyf.decompiler.bytecode.disassemble import Instruction

_BEFORE_AENTER = ("BEFORE_ASYNC_WITH",)
_CALL_EXIT = ["LOAD_CONST", "DUP_TOP", "DUP_TOP", "CALL_FUNCTION"]
_BEFORE_AEXIT = ("WITH_CLEANUP_START", "WITH_EXCEPT_START")
_UNBINDING = ("LOAD_CONST", "STORE_", "DELETE_", "END_FINALLY")
#: Every protocol begins with one of these; the last two only if they push None.
_BEGINNINGS = frozenset(
    {"GET_AWAITABLE", "GET_ANEXT", "SETUP_FINALLY", "BEGIN_FINALLY", "CALL_FINALLY"}
    | {"LOAD_CONST", "LOAD_COMMON_CONSTANT"}
)
#: The number of arguments of an exit function.
_EXIT_ARGUMENTS = 3


class _Folder:
    """Walks the instructions once, from left to right."""

    def __init__(self, unit: CodeUnit) -> None:
        self.unit = unit
        self.code: Sequence[Instruction] = unit.instructions
        self.table: dict[str, OpSpec] = table_of(unit.version)
        self._tells_delegation = unit.behaviour.yield_tells_delegation
        self.operations: list[Operation] = []

    def run(self) -> list[Operation]:
        position = 0
        while position < len(self.code):
            instruction = self.code[position]
            end = None
            if instruction.opname in _BEGINNINGS:
                end = self._fold(position)
            if end is None:
                end = position + 1
                self._copy(instruction)
            position = end
        return self.operations

    def _copy(self, instruction: Instruction) -> None:
        row = self.table.get(instruction.opname)
        if row is None:
            reason = f"no row for {instruction.opname} in the opcode table"
            raise LiftError(reason, instruction.offset)
        self.operations.append(plain_operation(instruction, row))

    def _opname(self, position: int) -> str | None:
        return self.code[position].opname if position < len(self.code) else None

    def _fold(self, position: int) -> int | None:
        """Fold the protocol at ``position``; return the position after it, or None."""
        name = self._opname(position)
        if name == "GET_AWAITABLE":
            end = self._sending(position + 1)
            return self._await(position, end) if end else None
        if name == "GET_ANEXT":
            end = self._sending(position + 1)
            return self._async_next(position, position, end) if end else None
        if name == "SETUP_FINALLY" and self._opname(position + 1) == "GET_ANEXT":
            end = self._sending(position + 2)
            if end and self._opname(end) == "POP_BLOCK":
                return self._async_next(position, position + 1, end + 1)
            return None
        if name == "BEGIN_FINALLY":
            return self._leave_clause(position)
        if name == "CALL_FINALLY":
            return self._call_unbinding(position)
        if self._is_exit_call(position):
            return self._append("call_exit", (), position, position + 4)
        if self._is_none(position):
            end = self._send(position + 1)
            return self._append("yield_from", (), position, end) if end else None
        return None

    def _leave_clause(self, position: int) -> int | None:
        """Fold the end of a clause with a name in 3.8.

        It unbinds the name and then stops handling. Later versions, and early exits in
        3.8, do it in the opposite order, which makes no visible difference.
        """
        unbinding = self._unbinding(position + 1)
        end = position + 1 + len(_UNBINDING)
        if not unbinding or self._opname(end) != "POP_EXCEPT":
            return None
        if end + 1 >= len(self.code):
            return None
        after = self.code[end + 1].start
        return self._append(
            "leave_clause", unbinding, position, position + 1, argval=after
        )

    def _call_unbinding(self, position: int) -> int | None:
        """Fold an early exit from a clause with a name in 3.8."""
        target = self.code[position].argval
        for index, each in enumerate(self.code):
            if each.start == target:
                unbinding = self._unbinding(index)
                if unbinding:
                    end = position + 1
                    return self._append("unbind_name", unbinding, position, end)
        return None

    def _unbinding(self, position: int) -> tuple[Operation, ...]:
        """Return the operations that unbind a name, if END_FINALLY follows them."""
        found = self.code[position : position + len(_UNBINDING)]
        names = [each.opname for each in found]
        if (
            len(names) < len(_UNBINDING)
            or not self._is_none(position)
            or not all(n.startswith(p) for n, p in zip(names, _UNBINDING))
        ):
            return ()
        return tuple(
            plain_operation(each, self.table[each.opname]) for each in found[:-1]
        )

    def _is_exit_call(self, position: int) -> bool:
        """Return whether the exit call of a ``with`` is at ``position`` (3.9, 3.10)."""
        found = self.code[position : position + 4]
        return (
            [each.opname for each in found] == _CALL_EXIT
            and found[-1].arg == _EXIT_ARGUMENTS
            and self._is_none(position)
        )

    def _is_none(self, position: int) -> bool:
        if position >= len(self.code):
            return False
        kind = self.table.get(self.code[position].opname)
        value = self.code[position].argval
        if kind is None or kind.action not in ("const", "common_constant"):
            return False
        return value is None or (
            kind.arg is Arg.COMMON and value == CommonConstant(None)
        )

    def _sending(self, position: int) -> int | None:
        """Match an optional NULL, a None and a send; return the end, or None."""
        if self._opname(position) == "PUSH_NULL":
            position += 1
        return self._send(position + 1) if self._is_none(position) else None

    def _send(self, position: int) -> int | None:
        """Match YIELD_FROM or the loop around SEND; return the end or None."""
        if self._opname(position) == "YIELD_FROM":
            return position + 1
        if self._opname(position) != "SEND":
            return None
        send = self.code[position]
        names = [self._opname(position + ahead) for ahead in (1, 2, 3)]
        if names != ["YIELD_VALUE", "RESUME", "JUMP_BACKWARD_NO_INTERRUPT"]:
            return None
        if self._tells_delegation and self.code[position + 1].arg != 1:
            return None
        if self.code[position + 3].argval != send.start:
            return None
        end = position + 4
        if self._opname(end) == "CLEANUP_THROW":
            end += 1
        if end >= len(self.code) or self.code[end].start != send.argval:
            return None
        return end + 1 if self._opname(end) == "END_SEND" else end

    def _append(
        self,
        action: str,
        params: tuple[object, ...],
        begin: int,
        end: int,
        *,
        argval: object = None,
        home: int | None = None,
    ) -> int:
        first = self.code[begin]
        origins = tuple(each.offset for each in self.code[begin:end])
        self.operations.append(
            Operation(
                first.start,
                first.start if home is None else home,
                first.opname,
                first.arg,
                argval,
                action,
                params,
                origins,
            )
        )
        return end

    def _await(self, position: int, end: int) -> int:
        kind = self.code[position].arg or 0
        if not self.unit.behaviour.awaits_tell_kind:
            kind = self._old_await_kind(position)
        return self._append("await", (kind,), position, end)

    def _old_await_kind(self, position: int) -> int:
        """Return the kind of an ``await`` up to 3.10, from the code before it."""
        before = self._opname(position - 1) if position else None
        if before in _BEFORE_AENTER:
            return 1
        if before in _BEFORE_AEXIT:
            return 2
        names = [each.opname for each in self.code[max(position - 4, 0) : position]]
        return 2 if names == _CALL_EXIT else 0

    def _async_next(self, begin: int, anext: int, end: int) -> int:
        """Fold the head of an ``async for``; up to 3.10 it has a SETUP_FINALLY."""
        handler = self._handler_of(begin, anext)
        found = [
            index
            for index, each in enumerate(self.code)
            if each.start == handler and each.opname == "END_ASYNC_FOR"
        ]
        if not found or found[0] + 1 >= len(self.code):
            reason = "GET_ANEXT is not covered by END_ASYNC_FOR"
            raise LiftError(reason, self.code[anext].offset)
        after = self.code[found[0] + 1].start
        # An exception of __anext__ goes on from END_ASYNC_FOR, so that is its region.
        return self._append("async_next", (), begin, end, argval=after, home=handler)

    def _handler_of(self, begin: int, anext: int) -> int | None:
        if begin != anext:
            target = self.code[begin].argval
            return target if isinstance(target, int) else None
        offset = self.code[anext].start
        for entry in self.unit.exceptions:
            if entry.start <= offset < entry.end:
                return entry.target
        return None


def fold_protocols(unit: CodeUnit) -> list[Operation]:
    """Return the operations of a code unit, with its protocols folded.

    Raises:
        LiftError: an opname is not in the table, or a protocol has no end.
    """
    return _Folder(unit).run()
