"""The only code that interprets opcodes: a `CodeUnit` becomes an `ir.Function`.

What is folded here, so that nothing below depends on a version: `await`, `yield from`
and `async for` protocols; generator start and the StopIteration wrapper; the handlers
that only restore the handled exception; NULL slots and two-slot iterators; keyword
names; method calls (an attribute, then a call); functions made in parts.
"""

from __future__ import annotations

from depyf.decompiler.lift.lifter import lift
from depyf.decompiler.lift.operations import LiftError

__all__ = ["LiftError", "lift"]
