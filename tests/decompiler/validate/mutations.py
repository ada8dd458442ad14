"""Changes to programs: of the source's tree, and of code objects."""

from __future__ import annotations

import ast
import copy
import dis
import types

from depyf.decompiler.bytecode.exception_table import (
    parse_exception_table,
)
from tests.decompiler.bytecode.exception_tables import write_exception_table

_BINARY = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add}
_COMPARE = {
    ast.Lt: ast.LtE,
    ast.Gt: ast.GtE,
    ast.Eq: ast.NotEq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
# Their argument means nothing, has to agree with something else in the code object,
# or is one of a few that compilers write: what other arguments do is not defined.
_FIXED_ARGUMENT = {
    "EXTENDED_ARG",
    "RESUME",
    "PRECALL",
    "MAKE_CELL",
    "COPY_FREE_VARS",
    "JUMP_BACKWARD_NO_INTERRUPT",
    "GEN_START",
    "YIELD_VALUE",
    "FOR_ITER",
    *(["CALL"] if "PRECALL" in dis.opmap else []),
}
_CHECKED = dis.opmap.get("LOAD_FAST_CHECK")
_UNCHECKED = ("LOAD_FAST", "LOAD_FAST_BORROW")
_PAIRS = {
    "LOAD_FAST_LOAD_FAST",
    "LOAD_FAST_BORROW_LOAD_FAST_BORROW",
    "STORE_FAST_LOAD_FAST",
}
_BINDERS = {"STORE_FAST", "DELETE_FAST", "STORE_FAST_STORE_FAST"}
if _CHECKED is not None:
    # Reading an unbound local without a check breaks the interpreter.
    _FIXED_ARGUMENT |= _PAIRS
_FLAG_ARGUMENT = {"CONTAINS_OP", "IS_OP"}
_NAMES = ("a", "b", "c", "x", "y")


def _constants(node):
    if isinstance(node, ast.Constant):
        if isinstance(node.value, int):
            node.value = node.value + 1
            return True
        if isinstance(node.value, str):
            node.value += "_"
            return True
    return False


def _operators(node):
    if isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in _BINARY:
        node.op = _BINARY[type(node.op)]()
        return True
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _COMPARE:
        node.ops[0] = _COMPARE[type(node.ops[0])]()
        return True
    if isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        return True
    return False


def _operand_order(node):
    if isinstance(node, ast.BinOp):
        node.left, node.right = node.right, node.left
        return True
    if isinstance(node, ast.Compare):
        node.left, node.comparators[0] = node.comparators[0], node.left
        return True
    if isinstance(node, ast.Call) and len(node.args) > 1:
        node.args.reverse()
        return True
    if isinstance(node, (ast.Tuple, ast.List)) and len(node.elts) > 1:
        node.elts.reverse()
        return True
    return False


def _tests(node):
    if isinstance(node, (ast.If, ast.While, ast.IfExp, ast.Assert)):
        node.test = ast.UnaryOp(ast.Not(), node.test)
        return True
    return False


def _names(node):
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        others = [name for name in _NAMES if name != node.id]
        node.id = others[len(node.id) % len(others)]
        return True
    if isinstance(node, ast.Attribute):
        node.attr += "_"
        return True
    if isinstance(node, ast.keyword) and node.arg:
        node.arg += "_"
        return True
    return False


def _targets(node):
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        node.id += "_"
        return True
    return False


def _removed_statement(node):
    body = getattr(node, "body", None)
    if isinstance(body, list) and not isinstance(node, (ast.Module, ast.ClassDef)):
        body[0] = ast.Pass()
        return True
    return False


def _removed_last_statement(node):
    body = getattr(node, "body", None)
    if isinstance(body, list) and not isinstance(node, ast.Module) and len(body) > 1:
        body[-1] = ast.Pass()
        return True
    return False


def _swapped_statements(node):
    body = getattr(node, "body", None)
    if isinstance(body, list) and len(body) > 1:
        body[0], body[1] = body[1], body[0]
        return True
    return False


def _clauses(node):
    if isinstance(node, (ast.For, ast.While, ast.If)) and node.orelse:
        node.body.extend(node.orelse)
        node.orelse = []
        return True
    if isinstance(node, ast.Try):
        if node.finalbody:
            node.orelse = [*node.orelse, *node.finalbody] if node.handlers else []
            node.body = node.body if node.handlers else [*node.body, *node.finalbody]
            node.finalbody = [] if node.handlers else [ast.Pass()]
            return True
        if len(node.handlers) > 1:
            node.handlers.reverse()
            return True
        if node.orelse:
            node.body.extend(node.orelse)
            node.orelse = []
            return True
    return False


def _wider_try(node):
    """The statement behind a ``try`` moves into it."""
    body = getattr(node, "body", None)
    if not isinstance(body, list):
        return False
    for one, other in zip(body, body[1:]):
        if isinstance(one, (ast.Try, ast.With)):
            one.body.append(other)
            body.remove(other)
            return True
    return False


MUTATIONS = [
    _constants,
    _operators,
    _operand_order,
    _tests,
    _names,
    _targets,
    _removed_statement,
    _removed_last_statement,
    _swapped_statements,
    _clauses,
    _wider_try,
]


class _Jumps(ast.NodeTransformer):
    """``break`` and ``continue`` change places at one of their occurrences."""

    def __init__(self, wanted):
        self.wanted = wanted
        self.seen = 0

    def _change(self, node, other):
        self.seen += 1
        return other() if self.seen == self.wanted else node

    def visit_Break(self, node):
        return self._change(node, ast.Continue)

    def visit_Continue(self, node):
        return self._change(node, ast.Break)

    def visit_Return(self, node):
        self.seen += 1
        if self.seen == self.wanted and node.value is not None:
            return ast.Expr(node.value)
        return node


def source_mutants(tree):
    """Yields (what, module code) for every change at every place."""
    size = sum(1 for _ in ast.walk(tree))
    for change in MUTATIONS:
        for position in range(size):
            mutant = copy.deepcopy(tree)
            node = list(ast.walk(mutant))[position]
            if change(node):
                line = getattr(node, "lineno", 0)
                yield from _compiled(mutant, f"{change.__name__} line {line}")
    for number in range(1, 8):
        jumps = _Jumps(number)
        mutant = jumps.visit(copy.deepcopy(tree))
        if jumps.seen >= number:
            yield from _compiled(mutant, f"jump {number}")


def _compiled(tree, what):
    try:
        yield what, compile(ast.fix_missing_locations(tree), "<mutant>", "exec")
    except (SyntaxError, ValueError, TypeError):
        return


def _changed_codes(code):
    """Yields (what, code) with one thing changed in ``code`` itself."""
    for index, const in enumerate(code.co_consts):
        if isinstance(const, (int, str)) and not isinstance(const, bool):
            consts = list(code.co_consts)
            consts[index] = const + 1 if isinstance(const, int) else const + "_"
            yield f"const {index}", code.replace(co_consts=tuple(consts))
    for index, name in enumerate(code.co_names):
        names = list(code.co_names)
        names[index] = name + "_"
        yield f"name {index}", code.replace(co_names=tuple(names))
    fixed = set(_FIXED_ARGUMENT)
    if any(item.opname == "LOAD_SPECIAL" for item in dis.get_instructions(code)):
        fixed.add("SWAP")  # the two slots of a special method belong together
    if _CHECKED is not None and any(
        item.opname in _PAIRS for item in dis.get_instructions(code)
    ):
        fixed |= _BINDERS
    for instruction in dis.get_instructions(code):
        opname = instruction.opname
        if instruction.arg is None or opname in fixed:
            continue
        at = instruction.offset + 1
        for step in (-2, -1, 1, 2):
            raw = bytearray(code.co_code)
            if not 0 <= raw[at] + step < (2 if opname in _FLAG_ARGUMENT else 256):
                continue
            raw[at] += step
            if _CHECKED is not None and opname in _UNCHECKED:
                raw[instruction.offset] = _CHECKED
            elif _CHECKED is not None and opname in _BINDERS:
                for other in dis.get_instructions(code):
                    if other.opname in _UNCHECKED:
                        raw[other.offset] = _CHECKED
            what = f"{opname} {instruction.offset} {step:+}"
            changed = code.replace(co_code=bytes(raw))
            if _is_readable(changed, instruction.offset):
                yield what, changed
    for what, table in _changed_tables(code):
        yield what, code.replace(co_exceptiontable=write_exception_table(table))


def _is_readable(code, offset):
    """False if an index is out of range, or if a jump leads to a bare POP_EXCEPT.

    That instruction does not look at what it pops, so it must lie at its own depth.
    """
    try:
        instructions = {item.offset: item for item in dis.get_instructions(code)}
    except (IndexError, KeyError):
        return False
    changed = instructions[offset]
    if changed.opcode not in (*dis.hasjrel, *dis.hasjabs):
        return True
    target = instructions.get(changed.argval)
    return target is not None and target.opname != "POP_EXCEPT"


def _changed_tables(code):
    """Yields tables whose ranges still are in order and do not overlap.

    Handlers that only restore the handled exception stay where they are: every
    compiler covers ``except`` clauses with them, and the lifter takes it for granted.
    """
    table = parse_exception_table(getattr(code, "co_exceptiontable", b""))
    opnames = {item.offset: item.opname for item in dis.get_instructions(code)}
    restoring = {item.target for item in table if opnames[item.target] == "COPY"}
    subjects = [
        item
        for item in table
        if item.target not in restoring
        and not any(item.start <= target < item.end for target in restoring)
    ]
    for entry in subjects:
        borders = [at for at in opnames if entry.start < at < entry.end]
        for what, changes in _changed_entry(entry, subjects, borders):
            changed = [item for old in table for item in _parts(old, entry, changes)]
            yield f"{what} of {entry.start}-{entry.end}", changed


def _parts(old, entry, changes):
    return changes if old is entry else [old]


def _changed_entry(entry, others, borders):
    yield "nothing", []
    for other in others:
        if (other.depth, other.lasti) == (entry.depth, entry.lasti) and (
            other.target != entry.target
        ):
            yield f"target {other.target}", [entry._replace(target=other.target)]
    for border in (*borders[:3], *borders[-3:]):
        yield f"start {border}", [entry._replace(start=border)]
        yield f"end {border}", [entry._replace(end=border)]


def code_mutants(module):
    """Yields (what, module code) with one thing changed in one nested code object."""
    for index, const in enumerate(module.co_consts):
        if isinstance(const, types.CodeType):
            nested = [*_changed_codes(const), *code_mutants(const)]
            for what, changed in nested:
                consts = list(module.co_consts)
                consts[index] = changed
                yield (
                    f"{const.co_name}: {what}",
                    module.replace(co_consts=tuple(consts)),
                )
