"""Compiler behaviours that duplicate tails, and how to recognise each.

Two ends that look alike may be two statements of the source. A row of `COPIERS`
describes one behaviour of the compiler. It says which ends may be its copies, and how
long the common tail of two copies is.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Callable, Iterator

from depyf.decompiler.analysis.traversal import preceding_blocks
from depyf.decompiler.analysis.usage import Usage
from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.passes.cfg.common_tail import Cut, Matcher
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.decompiler.analysis.dominators import DominatorTree
    from depyf.decompiler.ir.value import Value

#: CPython copies ends of at most 4 instructions; here a constant may count as another
#: one.
_LIMIT = 5


@dataclass
class Surroundings:
    """Facts about the function around two ends.

    Attributes:
        function: the graph in three-address form.
        tree: its dominator tree, with edges for exceptions.
    """

    function: cfg.Function
    tree: DominatorTree[int]

    @cached_property
    def usage(self) -> Usage:
        """The numbers of reads and writes of each variable."""
        return Usage.of(self.function)


@dataclass(frozen=True)
class Pair:
    """Two blocks that end the function and may be copies of the same source.

    Attributes:
        around: the facts about the function.
        one: the first block.
        other: the second block.
    """

    around: Surroundings
    one: cfg.BasicBlock
    other: cfg.BasicBlock

    @property
    def matcher(self) -> Matcher:
        """A matcher that compares the two blocks."""
        return Matcher(self.around.function, self.one, self.other)

    @property
    def parting(self) -> int | None:
        """The last block on every path to both; None if one is unreachable."""
        ends = [self.one.id, self.other.id]
        tree = self.around.tree
        return tree.common(ends) if {*ends} <= tree.position.keys() else None


@dataclass(frozen=True)
class Copier:
    """A compiler behaviour that duplicates the end of a function.

    Attributes:
        name: what is copied.
        why: the reason in the compiler, and the Python versions.
        made: returns the ids of blocks that may be its copies.
        cut: returns the common tail of two blocks; None if they are no copies.
        is_on_line: whether copies have the line of the original.
    """

    name: str
    why: str
    made: Callable[[cfg.Function], set[int]]
    cut: Callable[[Pair], Cut | None]
    is_on_line: bool = True


def copiers(function: cfg.Function) -> dict[int, Copier]:
    """Map each end's block to the first behaviour that may have copied it."""
    found: dict[int, Copier] = {}
    apart = _handlers(function)
    for copier in COPIERS:
        for block in copier.made(function) - apart - found.keys():
            found[block] = copier
    return found


# --- possible copies ------------------------------------------------------------------


def _all_ends(function: cfg.Function) -> set[int]:
    return {
        block.id
        for block in function.blocks.values()
        if isinstance(block.terminator, (cfg.Return, cfg.Raise, cfg.Reraise))
    }


def _short_ends(function: cfg.Function) -> set[int]:
    return _all_ends(function) if function.habits.tails_copied else set()


def _threaded_returns(function: cfg.Function) -> set[int]:
    if function.habits.tails_copied:
        return set()
    return _all_ends(function) - _ends_of_function(function)


def _handlers(function: cfg.Function) -> set[int]:
    """Return handlers that end the function before they clear their exception."""
    return {
        region.handler
        for region in function.regions.values()
        if all(
            value.op is not MicroOp.EXC_POP
            for value in function.blocks[region.handler].body
        )
    }


def _ends_of_function(function: cfg.Function) -> set[int]:
    """Return each implicit ``return None``, which has the line of the code before it.

    A block that only tests lead to may be an arm of an expression, so it is left out.
    """
    reached = {
        target
        for block in function.blocks.values()
        if not isinstance(block.terminator, cfg.Branch)
        for target in cfg.successors(block.terminator)
    }
    return {
        block.id
        for block in function.blocks.values()
        if block.id in reached
        and isinstance(block.terminator, cfg.Return)
        and block.terminator.is_plain
        and not block.terminator.explicit
    }


def _returns_behind_try(function: cfg.Function) -> set[int]:
    """Find returns of a constant whose position is that of the code before (3.11+).

    A ``return`` that leaves a ``try`` or ``with`` loads its constant last, and that
    load has no position.
    """
    found: set[int] = set()
    preds = preceding_blocks(function) if function.evidence.has_columns else {}
    for block in function.blocks.values() if preds else ():
        end = block.terminator
        if not isinstance(end, cfg.Return) or end.value.op is not MicroOp.CONST:
            continue
        place = function.evidence.span(end.origins[-1:])
        if place is None or end.is_plain:
            continue
        last = [max(value.all_origins(), default=-1) for value in block.body[-1:]]
        if not last:
            ends = [function.blocks[source].terminator for source in preds[block.id]]
            last = [max(end.origins, default=-1) for end in ends]
        if last and all(
            function.evidence.spans.get(offset) == place for offset in last
        ):
            found.add(block.id)
    return found


# --- common tails ---------------------------------------------------------------------


def _same_return(pair: Pair) -> Cut | None:
    """Return the shared ``return`` if both paths part after the ``try`` they left."""
    cut = pair.matcher.value()
    if pair.parting is None or cut.differing is not None:
        return None
    parting = pair.around.function.blocks[pair.parting]
    return cut if parting.region == pair.one.region else None


def _returned_value(pair: Pair) -> Cut | None:
    """Return the shared ``return`` if the paths to it are one expression."""
    cut = pair.matcher.value()
    is_copy = cut.differing is None or (_is_joined(pair, cut) and _is_expression(pair))
    return cut if is_copy else None


def _short_tail(pair: Pair) -> Cut | None:
    """Return a common tail that CPython copies: a short one, or one of whole lines."""
    matcher = pair.matcher
    cut = matcher.cut(_LIMIT)
    if cut is None or cut.differing is None or _is_joined(pair, cut):
        return cut
    return matcher.captured or matcher.on_lines


def _is_joined(pair: Pair, cut: Cut) -> bool:
    """Return whether the values that differ are two arms of one expression."""
    sides = (pair.one, pair.other)
    has_columns = pair.around.function.evidence.has_columns
    return (
        _are_arms(pair)
        and all(_only_computes(side, cut) for side in sides)
        and (has_columns or _begins_with(pair.other, cut))
    )


def _is_expression(pair: Pair) -> bool:
    """Return whether neither path contains a statement.

    The lines of a copied end would show that. But a jump that became a return has the
    lines of its arm.
    """
    blocks = pair.around.function.blocks
    return all(
        value.op is MicroOp.ORIGIN or _computes(pair.around, value)
        for end in (pair.one.id, pair.other.id)
        for block in _way(pair, end)
        for value in blocks[block].body
    )


def _computes(around: Surroundings, statement: Value) -> bool:
    """Return whether a statement is part of an expression, ``:=`` included."""
    if statement.op is not MicroOp.STORE:
        return False
    if statement.variable.is_temporary:
        return True
    stored = statement.operands[0]
    return stored.op is MicroOp.LOAD and around.usage.reads[stored.variable] > 1


def _way(pair: Pair, end: int) -> Iterator[int]:
    """Yield an end and its dominators, up to the block where the two paths part."""
    while end != pair.parting:
        yield end
        end = pair.around.tree.parent[end]


def _only_computes(block: cfg.BasicBlock, cut: Cut) -> bool:
    """Return whether everything before the common tail belongs to an expression."""
    before = block.body[: len(block.body) - cut.length]
    return all(value.op is MicroOp.ORIGIN or value.stores_temporary for value in before)


def _begins_with(block: cfg.BasicBlock, cut: Cut) -> bool:
    """Return whether the first statement of the tail uses the value that differs."""
    start = len(block.body) - cut.length
    first = (
        [block.body[start]] if cut.length else cfg.terminator_values(block.terminator)
    )
    leaf = None if cut.differing is None else cut.differing[1]
    return any(node is leaf for value in first for node in value.walk())


def _are_arms(pair: Pair) -> bool:
    """Return whether the two ends are different arms of a test other than ``case``."""
    function, tree = pair.around.function, pair.around.tree
    one, other = pair.one.id, pair.other.id
    if one not in tree.parent or other not in tree.parent:
        return False
    for parent, arm in ((tree.parent[one], other), (tree.parent[other], one)):
        end = function.blocks[parent].terminator
        if isinstance(end, cfg.Branch) and end.test.op is MicroOp.MATCHES:
            return False
        if isinstance(end, cfg.Branch) and tree.dominates(parent, arm):
            return not _leaves(function, tree.parent[arm], parent, {one, other})
    return False


def _leaves(function: cfg.Function, test: int, outer: int, arms: set[int]) -> bool:
    """Return whether one side of a test inside an arm returns something else."""
    end = function.blocks[test].terminator
    if test == outer or not isinstance(end, cfg.Branch):
        return False
    return any(
        isinstance(function.blocks[side].terminator, cfg.Return)
        for side in {*cfg.successors(end)} - arms
    )


#: The behaviours, rarest first. If two may have created an end, the first one counts.
COPIERS: tuple[Copier, ...] = (
    Copier(
        "return behind a `try`",
        "its constant is loaded at last, so that it has no place of its own (3.11+)",
        _returns_behind_try,
        _same_return,
        is_on_line=False,
    ),
    Copier(
        "jump to a return",
        "where no end is copied, a jump to one that only returns is a return (to 3.9)",
        _threaded_returns,
        _returned_value,
    ),
    Copier(
        "short end",
        "an end of at most four instructions stands wherever its code ends (3.10+)",
        _short_ends,
        _short_tail,
    ),
)
