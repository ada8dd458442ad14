"""Turn a `CodeUnit` into an `ir.Function`: the only code that interprets opcodes.

Everything that depends on a Python version is removed here:

- the protocols of `await`, `yield from` and `async for`;
- the start of a generator, and its StopIteration handler;
- handlers that only restore the handled exception;
- NULL slots, two-slot iterators and keyword names;
- method calls, which become an attribute and a call;
- functions that are created in several parts.
"""

from __future__ import annotations

from depyf.decompiler.lift.lifter import lift
from depyf.decompiler.lift.operations import LiftError

__all__ = ["LiftError", "lift"]
