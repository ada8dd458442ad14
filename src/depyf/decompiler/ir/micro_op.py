"""The operations of the intermediate representation, and their effects.

Code of every supported CPython is lifted to these operations. So only ``lift`` depends
on the Python version. An operation is part of a `ir.value.Value`.
"""

from __future__ import annotations

from depyf.decompiler.ir.members import Members


class Effect:
    """The effects of evaluating an operation, besides its result.

    They are plain integers instead of an `enum.Flag`, which would be slow: they are
    combined for every node of every tree.
    """

    NONE = 0
    RAISES = 1
    READS_LOCAL = 2
    WRITES_LOCAL = 4
    READS_HEAP = 8
    WRITES_HEAP = 16
    CALLS = 32
    ALLOCATES = 64


class MicroOp(Members):
    """The kinds of `Value`. Each comment gives ``operands`` and ``payload``."""

    # Leaves
    CONST = "const"  # (), Constant
    LOAD = "load"  # (), Variable
    NULL = "null"  # (), None: the NULL that CPython pushes or stores in a local
    EXCEPTION = "exception"  # (), None: the exception delivered to a handler
    LASTI = "lasti"  # (), None: the instruction index saved for RERAISE
    BUILD_CLASS = "build_class"  # (), None: builtins.__build_class__
    CELL = "cell"  # (), Variable: the cell object itself (closure tuples)
    SAVE_LOCAL = "save_local"  # (), Variable: its value or NULL; unbinds the variable
    LOCALS = "locals"  # (), None: the class body's namespace
    COMMON_CONSTANT = "common_constant"  # (), str: "AssertionError", "any", ...
    PREVIOUS_EXCEPTION = "previous_exception"  # (), None: pushed by EXC_PUSH

    # Expressions
    LOAD_FROM = "load_from"  # (namespace,), Variable: a free name in a class body
    ATTR = "attr"  # (object,), str
    ITEM = "item"  # (object, index), None
    SLICE = "slice"  # (lower, upper[, step]), None
    UNARY = "unary"  # (x,), "-" "+" "~" "not"
    TRUTH = "truth"  # (x,), None: bool(x), only ever a test
    BINARY = "binary"  # (left, right), "+" "@" ...
    INPLACE = "inplace"  # (left, right), "+" (prints as left += right)
    COMPARE = "compare"  # (left, right), "<" "<=" "==" "!=" ">" ">="
    IS = "is"  # (left, right), bool: True for "is not"
    CONTAINS = "contains"  # (item, container), bool: True for "not in"
    BUILD = "build"  # (items...), "tuple" "list" "set" "dict" (k, v, k, v)
    STAR = "star"  # (x,), None: *x in a display, call or target
    DOUBLE_STAR = "double_star"  # (x,), None: **x in a display, as one operand
    JOIN = "join"  # (parts...), None: the parts of an f-string
    FORMAT = "format"  # (x[, spec]), "" "s" "r" "a": one f-string field
    INTERPOLATION = "interpolation"  # (x, source constant[, spec]), conversion
    TEMPLATE = "template"  # (strings tuple, interpolations tuple), None
    CALL = "call"  # (function, args...), CallShape
    FUNCTION = "function"  # (parts...), FunctionParts
    IMPORT = "import"  # (level, fromlist), ImportName
    IMPORT_FROM = "import_from"  # (module,), str
    ITER = "iter"  # (x,), None
    YIELD_ITER = "yield_iter"  # (x,), None: GET_YIELD_FROM_ITER
    AITER = "aiter"  # (x,), None
    AWAIT = "await"  # (x,), int: 0 await, 1 __aenter__, 2 __aexit__
    YIELD = "yield"  # (x,), None
    YIELD_FROM = "yield_from"  # (iterator,), None
    SPECIAL = "special"  # (x,), "__enter__" "__exit__" "__aenter__" "__aexit__"
    WITH_EXCEPTION = "with_exception"  # (exit function, exception), None
    EXC_MATCH = "exc_match"  # (exception, type), None
    LENGTH = "length"  # (x,), None: GET_LEN
    MATCH_SEQUENCE = "match_sequence"  # (subject,), None
    MATCH_MAPPING = "match_mapping"  # (subject,), None
    MATCH_KEYS = "match_keys"  # (subject, keys tuple), None: values or None
    MATCH_CLASS = "match_class"  # (subject, class, names tuple), int: values or None
    SUPER = "super"  # (super, class, self), bool: True if written with arguments
    INTRINSIC = "intrinsic"  # (args...), str: "list_to_tuple", "typevar", ...

    # Statements: their Value has no result
    STORE = "store"  # (value,), Variable
    DELETE = "delete"  # (), Variable
    SET_ATTR = "set_attr"  # (value, object), str
    DEL_ATTR = "del_attr"  # (object,), str
    SET_ITEM = "set_item"  # (value, object, index), None
    DEL_ITEM = "del_item"  # (object, index), None
    UNPACK = "unpack"  # (x,), UnpackShape: defines the payload's variables
    EXC_GROUP_MATCH = "exc_group_match"  # (group, type), UnpackShape(rest, match)
    EXTEND = "extend"  # (collection, x), "list" "set" "dict" "call" (DICT_MERGE)
    ADD = "add"  # (collection, item[, value]), "list" "set" "dict"
    EVALUATE = "evaluate"  # (x,), None: the result is dropped (POP)
    EXC_PUSH = "exc_push"  # (exception,), None: becomes the handled exception
    EXC_POP = "exc_pop"  # (), None: the handled exception is forgotten
    IMPORT_STAR = "import_star"  # (module,), None
    MAKE_CELL = "make_cell"  # (), Variable: only outside the function's prologue
    SETUP_ANNOTATIONS = "setup_annotations"  # (), None
    ORIGIN = "origin"  # (), None: does nothing, keeps an offset and a line

    # Created only by passes
    AND = "and"  # (a, b, ...), None
    OR = "or"  # (a, b, ...), None
    CONDITIONAL = "conditional"  # (test, if true, if false), None
    CHAIN = "chain"  # (a, b, c, ...), tuple of (MicroOp, payload) per link
    WALRUS = "walrus"  # (value,), Variable
    COMPREHENSION = "comprehension"  # (), Comprehension
    ASSIGN = "assign"  # (value, target, target...), None
    AUGMENT = "augment"  # (target, value), "+" ...
    FROM_IMPORT = "from_import"  # (IMPORT, TARGET...), None: one for each of its names
    MATCHES = "matches"  # (subject, values and targets...), pattern skeleton
    TARGET = "target"  # (), Variable: a variable stored to, inside ASSIGN
    ANNOTATE = "annotate"  # (target, annotation[, value]), None
    DEFINE = "define"  # (decorators..., function or class), Variable


_PURE = Effect.NONE
_ANY = (
    Effect.RAISES
    | Effect.READS_HEAP
    | Effect.WRITES_HEAP
    | Effect.CALLS
    | Effect.ALLOCATES
)
_FRESH = Effect.ALLOCATES

#: The effects of an operation itself, without its operands. An operation that is
#: missing here may do anything (`_ANY`). So a missing row makes the source less
#: readable, but never wrong.
EFFECTS: dict[MicroOp, int] = {
    MicroOp.CONST: _PURE,
    MicroOp.NULL: _PURE,
    MicroOp.EXCEPTION: _PURE,
    MicroOp.LASTI: _PURE,
    MicroOp.PREVIOUS_EXCEPTION: _PURE,
    MicroOp.BUILD_CLASS: _PURE,
    MicroOp.COMMON_CONSTANT: _PURE,
    MicroOp.CELL: _PURE,
    MicroOp.LOCALS: _PURE,
    MicroOp.SPECIAL: _ANY,
    MicroOp.LOAD: Effect.READS_LOCAL,  # not for locals only: see value_effects
    MicroOp.SAVE_LOCAL: Effect.READS_LOCAL | Effect.WRITES_LOCAL,
    MicroOp.IS: _PURE,
    MicroOp.SLICE: _FRESH,
    MicroOp.BUILD: _FRESH,
    MicroOp.STAR: _ANY,
    MicroOp.FUNCTION: _FRESH,
    MicroOp.JOIN: _FRESH,
    MicroOp.AND: _PURE,
    MicroOp.OR: _PURE,
    MicroOp.CONDITIONAL: _PURE,
    MicroOp.STORE: Effect.WRITES_LOCAL,
    MicroOp.DELETE: Effect.WRITES_LOCAL | Effect.RAISES,
    MicroOp.TARGET: Effect.WRITES_LOCAL,
    MicroOp.ORIGIN: _PURE,
    MicroOp.EVALUATE: _PURE,
    MicroOp.TEMPLATE: _FRESH,
    MicroOp.INTERPOLATION: _FRESH,
}

ANY_EFFECT = _ANY

#: Operations that are statements and have no result.
STATEMENTS: frozenset[MicroOp] = frozenset(
    {
        MicroOp.STORE,
        MicroOp.DELETE,
        MicroOp.SET_ATTR,
        MicroOp.DEL_ATTR,
        MicroOp.SET_ITEM,
        MicroOp.DEL_ITEM,
        MicroOp.UNPACK,
        MicroOp.EXC_GROUP_MATCH,
        MicroOp.EXTEND,
        MicroOp.ADD,
        MicroOp.EVALUATE,
        MicroOp.EXC_PUSH,
        MicroOp.EXC_POP,
        MicroOp.IMPORT_STAR,
        MicroOp.MAKE_CELL,
        MicroOp.SETUP_ANNOTATIONS,
        MicroOp.ORIGIN,
        MicroOp.ASSIGN,
        MicroOp.AUGMENT,
        MicroOp.FROM_IMPORT,
        MicroOp.ANNOTATE,
        MicroOp.DEFINE,
    }
)
