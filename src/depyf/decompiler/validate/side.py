"""One of the two functions that are compared, in steps."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from depyf.decompiler.validate.liveness import BlockLiveness
    from depyf.decompiler.validate.steps import StepBlock
    from depyf.decompiler.validate.value_numbers import ValueNumber


@dataclass
class Side:
    """A function in steps.

    Args:
        entry: id of the entry block.
        blocks: by id, `OUTSIDE` included.
        start: what the slots hold on entry.
        liveness: which temporary slots may still be read, by block.
    """

    entry: int
    blocks: dict[int, StepBlock]
    start: dict[int, ValueNumber] = field(default_factory=dict)
    liveness: dict[int, BlockLiveness] = field(default_factory=dict)
