"""A joined node of pattern steps, and the blocks between nodes that do nothing.

Before::

    1: go to 2            (stack as it is)
    2: branch ... -> 3, 9

After::

    2: branch ... -> 3, 9
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from depyf.decompiler.analysis.jump_threading import Threads, forwarded_to
from depyf.decompiler.ir.function import (
    BasicBlock,
    Function,
    Raise,
    Return,
    retarget,
    successors,
    terminator_values,
)
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.passes.bisimulation import Renaming, equal_values
from depyf.decompiler.passes.idiom.match_tests import is_move, unpacked

if TYPE_CHECKING:
    from depyf.decompiler.ir.value import UnpackShape, Value, Variable
    from depyf.decompiler.passes.idiom.match_tests import Definitions, Fact


@dataclass
class Node:
    """Some joined steps: a pattern, or a part of one.

    Args:
        head: the block that control enters.
        term: what the first step looks at.
        facts: by term.
        success: the block that follows if all steps succeed.
        failure: the block that follows if one fails.
        members: blocks of all steps.
        unpacks: parts of terms that the steps unpacked.
        steps: statements of the members that follow the head.
        moves: values given to variables that have several definitions.
        used: temporaries that serve the first test.
        held: what classes, mappings and sequences keep on the stack while their parts
            are tested: the term, and how deep the stack is with it.
    """

    head: int
    term: Variable
    facts: dict[Variable, list[Fact]]
    success: int
    failure: int
    members: set[int]
    unpacks: dict[Variable, UnpackShape] = field(default_factory=dict)
    steps: list[Value] = field(default_factory=list)
    moves: dict[Variable, Value] = field(default_factory=dict)
    used: tuple[Variable, ...] = ()
    held: list[tuple[Variable, int]] = field(default_factory=list)

    def results(self) -> set[Variable]:
        """Terms with the values that MATCH_KEYS and MATCH_CLASS found."""
        facts = [fact for known in self.facts.values() for fact in known]
        return {fact.result for fact in facts if fact.result is not None}

    def release(self, depth: int) -> None:
        """Forgets what is no more on a stack of this depth, or was unpacked."""
        self.held = [
            (term, top)
            for term, top in self.held
            if top <= depth and term not in self.unpacks
        ]


def thread_level_jumps(function: Function) -> None:
    """Leads jumps past empty blocks that leave the stack as it is.

    The alternatives of one pattern meet there; cases meet only after the subject
    is gone from the stack. Both ways of one test stay apart: a case may do nothing.
    """
    blocks = function.blocks

    def level(number: int) -> int | None:
        target = forwarded_to(blocks[number])
        if target is None or blocks[target].depth != blocks[number].depth:
            return None
        return target

    threads = Threads(level)
    for block in blocks.values():
        ends = {target: threads.end(target) for target in successors(block.terminator)}
        if len(ends) > len(set(ends.values())):
            continue
        for target, final in ends.items():
            if final != target:
                retarget(block.terminator, target, final)


def equal_ends(one: BasicBlock, other: BasicBlock, known: Definitions) -> bool:
    """True if two blocks do the same, what only drops values left out."""
    names = Renaming()
    bodies = [
        [s for s in block.body if not is_move(s) and not _drops(s, known)]
        for block in (one, other)
    ]
    ends = one.terminator, other.terminator
    if len(bodies[0]) != len(bodies[1]) or type(ends[0]) is not type(ends[1]):
        return False
    if not isinstance(ends[0], (Return, Raise)) and successors(ends[0]) != successors(
        ends[1]
    ):
        return False
    values = terminator_values(ends[0]), terminator_values(ends[1])
    pairs = [*zip(*bodies), *zip(*values)]
    return len(values[0]) == len(values[1]) and all(
        equal_values(a, b, names) for a, b in pairs
    )


def _drops(statement: Value, known: Definitions) -> bool:
    shape = unpacked(statement)
    unread = shape is not None and not any(
        known.reads[target] for target in shape.targets
    )
    return unread or statement.op is MicroOp.ORIGIN
