"""What lifting raises."""

from __future__ import annotations


class LiftError(ValueError):
    """Instructions that no CPython writes, or that the opcode table does not know.

    Attributes:
        offset: where, in bytes.
    """

    def __init__(self, reason: str, offset: int) -> None:
        """Args: reason: what is wrong. offset: of the instruction."""
        super().__init__(f"{reason} (offset {offset})")
        self.offset = offset


class MissingTupleError(LiftError):
    """What has to be a constant tuple lies on the stack since an earlier block."""
