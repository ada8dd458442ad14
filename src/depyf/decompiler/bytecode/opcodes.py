"""The table of all opcodes of CPython 3.8 to 3.15, and what they mean.

A row gives the versions that it is for, the kind of argument, and the *action* of the
lifter with its parameters. The actions are in `lift.actions_*`. Nothing else interprets
an opname. An opname whose meaning changed has several rows. `CONTRIBUTING.md` lists
what else a new CPython needs. A test lists the opnames that are missing.
"""

from __future__ import annotations

import enum
from functools import lru_cache
from typing import NamedTuple

from depyf.decompiler.bytecode.behaviour import NEWEST, OLDEST, Version


class Arg(enum.Enum):
    """The kind of an instruction's argument, which decides its ``argval``."""

    NONE = "none"  # no argument: arg and argval are None
    NUMBER = "number"  # argval is the argument
    CONST = "const"  # index into the constants
    NAME = "name"  # index into the names
    NAME_SHIFT_1 = "name >> 1"  # one flag bit below the index
    NAME_SHIFT_2 = "name >> 2"  # two flag bits below the index
    LOCAL = "local"  # index of a fast local (3.11+: of any local variable)
    LOCAL_PAIR = "local pair"  # two indices of four bits: argval is two names
    FREE = "free"  # cell or free variable: argval is its name
    JUMP_FORWARD = "jump forward"  # relative; argval is the target's offset
    JUMP_BACKWARD = "jump backward"
    JUMP_ABSOLUTE = "jump absolute"
    COMPARE = "compare"  # argval is the operator
    BINARY = "binary"  # argval is the operator: "+", "+=" if in-place, or "[]"
    SPECIAL = "special"  # argval is the method's name
    COMMON = "common"  # argval is an entry of COMMON_CONSTANTS


class OpSpec(NamedTuple):
    """One row of the opcode table.

    Attributes:
        name: the opname.
        since: the first version that the row is for.
        until: the last version that the row is for.
        arg: the kind of the argument.
        action: the name of the lifter's action.
        params: the parameters of the action.
    """

    name: str
    since: Version
    until: Version
    arg: Arg
    action: str
    params: tuple[object, ...]


COMPARE_OPERATORS = ("<", "<=", "==", "!=", ">", ">=")
#: In 3.8, COMPARE_OP has these operators, too.
OLD_COMPARE_OPERATORS = (
    *COMPARE_OPERATORS,
    "in",
    "not in",
    "is",
    "is not",
    "exception match",
    "BAD",
)
_ARITHMETIC = ["+", "&", "//", "<<", "@", "*", "%", "|", "**", ">>", "-", "/", "^"]
BINARY_OPERATORS = (*_ARITHMETIC, *(sign + "=" for sign in _ARITHMETIC), "[]")
INTRINSICS_1 = (
    "invalid",
    "print",
    "import_star",
    "stopiteration_error",
    "async_gen_wrap",
    "unary_positive",
    "list_to_tuple",
    "typevar",
    "paramspec",
    "typevartuple",
    "subscript_generic",
    "typealias",
)
INTRINSICS_2 = (
    "invalid",
    "prep_reraise_star",
    "typevar_with_bound",
    "typevar_with_constraints",
    "set_function_type_params",
    "set_typeparam_default",
)
SPECIAL_METHODS = ("__enter__", "__exit__", "__aenter__", "__aexit__")


class CommonConstant(NamedTuple):
    """A constant that LOAD_COMMON_CONSTANT can push: a builtin's name, or a value."""

    builtin: str | None
    value: object = None


COMMON_CONSTANTS = (
    CommonConstant("AssertionError"),
    CommonConstant("NotImplementedError"),
    CommonConstant("tuple"),
    CommonConstant("all"),
    CommonConstant("any"),
    CommonConstant("list"),
    CommonConstant("set"),
    CommonConstant(None, None),
    CommonConstant(None, ""),
    CommonConstant(None, True),
    CommonConstant(None, False),
    CommonConstant(None, -1),
)

V8, V9, V10, V11 = (3, 8), (3, 9), (3, 10), (3, 11)
V12, V13, V14, V15 = (3, 12), (3, 13), (3, 14), (3, 15)
_LAST = (3, 99)

_ROWS: dict[str, tuple[OpSpec, ...]] = {}


def _op(
    name: str,
    since: Version,
    until: Version,
    action: str,
    *params: object,
    arg: Arg = Arg.NONE,
) -> None:
    row = OpSpec(name, since, until, arg, action, params)
    _ROWS[name] = (*_ROWS.get(name, ()), row)


def _family(template: str, since: Version, until: Version, **parts: object) -> None:
    """Add a row for each part: its name replaces ``*``, its value is the payload."""
    for part, payload in parts.items():
        kind = "inplace" if template.startswith("INPLACE") else "binary"
        _op(template.replace("*", part), since, until, "result", kind, 2, payload)


def _stack_rows() -> None:
    _op("NOP", V8, _LAST, "origin")
    _op("RESUME", V11, _LAST, "skip", arg=Arg.NUMBER)
    _op("PRECALL", V11, V11, "skip", arg=Arg.NUMBER)
    _op("NOT_TAKEN", V14, _LAST, "skip")
    _op("GEN_START", V10, V10, "skip", arg=Arg.NUMBER)
    _op("RETURN_GENERATOR", V11, _LAST, "push_null")
    _op("COPY_FREE_VARS", V11, _LAST, "skip", arg=Arg.NUMBER)
    _op("MAKE_CELL", V11, _LAST, "make_cell", arg=Arg.FREE)
    _op("POP_TOP", V8, _LAST, "pop")
    _op("POP_ITER", V14, V14, "drop", 1)
    _op("POP_ITER", V15, _LAST, "drop", 2)
    _op("END_FOR", V12, V12, "drop", 2)
    _op("END_FOR", V13, _LAST, "end_for")
    _op("PUSH_NULL", V11, _LAST, "push_null")
    _op("COPY", V11, _LAST, "copy", arg=Arg.NUMBER)
    _op("SWAP", V11, _LAST, "swap", arg=Arg.NUMBER)
    _op("DUP_TOP", V8, V10, "duplicate", 1)
    _op("DUP_TOP_TWO", V8, V10, "duplicate", 2)
    _op("ROT_TWO", V8, V10, "rotate", 2)
    _op("ROT_THREE", V8, V10, "rotate", 3)
    _op("ROT_FOUR", V8, V10, "rotate", 4)
    _op("ROT_N", V10, V10, "rotate", arg=Arg.NUMBER)


def _load_rows() -> None:
    _op("LOAD_CONST", V8, _LAST, "const", arg=Arg.CONST)
    _op("LOAD_SMALL_INT", V14, _LAST, "const", arg=Arg.NUMBER)
    _op("LOAD_COMMON_CONSTANT", V14, _LAST, "common_constant", arg=Arg.COMMON)
    _op("LOAD_ASSERTION_ERROR", V9, V13, "leaf", "common_constant", "AssertionError")
    _op("LOAD_BUILD_CLASS", V8, _LAST, "leaf", "build_class")
    _op("LOAD_LOCALS", V12, _LAST, "leaf", "locals")
    for name, since in (
        ("LOAD_FAST", V8),
        ("LOAD_FAST_CHECK", V12),
        ("LOAD_FAST_BORROW", V14),
    ):
        _op(name, since, _LAST, "load_fast", arg=Arg.LOCAL)
    _op("LOAD_FAST_AND_CLEAR", V12, _LAST, "save_local", arg=Arg.LOCAL)
    pair = Arg.LOCAL_PAIR
    for name in ("LOAD_FAST_LOAD_FAST", "LOAD_FAST_BORROW_LOAD_FAST_BORROW"):
        since = V13 if name == "LOAD_FAST_LOAD_FAST" else V14
        _op(name, since, _LAST, "fast_pair", "load_fast", "load_fast", arg=pair)
    _op("LOAD_DEREF", V8, _LAST, "load_cell", arg=Arg.FREE)
    _op("LOAD_CLOSURE", V8, _LAST, "load_closure", arg=Arg.FREE)
    _op("LOAD_CLASSDEREF", V8, V11, "load_from", "cell", "namespace", arg=Arg.FREE)
    _op("LOAD_FROM_DICT_OR_DEREF", V12, _LAST, "load_from", "cell", arg=Arg.FREE)
    _op("LOAD_FROM_DICT_OR_GLOBALS", V12, _LAST, "load_from", "global", arg=Arg.NAME)
    _op("LOAD_NAME", V8, _LAST, "load_name", "name", arg=Arg.NAME)
    _op("LOAD_GLOBAL", V8, V10, "load_name", "global", arg=Arg.NAME)
    _op("LOAD_GLOBAL", V11, _LAST, "load_global", arg=Arg.NAME_SHIFT_1)
    _op("LOAD_ATTR", V8, V11, "attribute", arg=Arg.NAME)
    _op("LOAD_ATTR", V12, _LAST, "attribute_or_method", arg=Arg.NAME_SHIFT_1)
    _op("LOAD_METHOD", V8, V11, "method", arg=Arg.NAME)
    _op("LOAD_METHOD", V12, V13, "internal", arg=Arg.NUMBER)
    _op("LOAD_SUPER_ATTR", V12, _LAST, "super_attribute", arg=Arg.NAME_SHIFT_2)
    _op("LOAD_SPECIAL", V14, _LAST, "special_method", arg=Arg.SPECIAL)


def _store_rows() -> None:
    pair = Arg.LOCAL_PAIR
    _op("STORE_FAST", V8, _LAST, "store_fast", arg=Arg.LOCAL)
    _op("STORE_FAST_MAYBE_NULL", V12, _LAST, "store_fast", arg=Arg.LOCAL)
    stores = ("store_fast", "store_fast")
    _op("STORE_FAST_STORE_FAST", V13, _LAST, "fast_pair", *stores, arg=pair)
    both = ("store_fast", "load_fast")
    _op("STORE_FAST_LOAD_FAST", V13, _LAST, "fast_pair", *both, arg=pair)
    _op("DELETE_FAST", V8, _LAST, "delete_fast", arg=Arg.LOCAL)
    _op("STORE_DEREF", V8, _LAST, "store_cell", arg=Arg.FREE)
    _op("DELETE_DEREF", V8, _LAST, "delete_cell", arg=Arg.FREE)
    for kind in ("NAME", "GLOBAL"):
        _op("STORE_" + kind, V8, _LAST, "store_name", kind.lower(), arg=Arg.NAME)
        _op("DELETE_" + kind, V8, _LAST, "delete_name", kind.lower(), arg=Arg.NAME)
    _op("STORE_ATTR", V8, _LAST, "statement", "set_attr", 2, arg=Arg.NAME)
    _op("DELETE_ATTR", V8, _LAST, "statement", "del_attr", 1, arg=Arg.NAME)
    _op("STORE_SUBSCR", V8, _LAST, "statement", "set_item", 3)
    _op("DELETE_SUBSCR", V8, _LAST, "statement", "del_item", 2)
    _op("STORE_SLICE", V12, _LAST, "store_slice")
    _op("UNPACK_SEQUENCE", V8, _LAST, "unpack", arg=Arg.NUMBER)
    _op("UNPACK_EX", V8, _LAST, "unpack_star", arg=Arg.NUMBER)
    _op("SETUP_ANNOTATIONS", V8, _LAST, "statement", "setup_annotations", 0)


def _operator_rows() -> None:
    operators = {
        "ADD": "+",
        "AND": "&",
        "FLOOR_DIVIDE": "//",
        "LSHIFT": "<<",
        "MATRIX_MULTIPLY": "@",
        "MODULO": "%",
        "MULTIPLY": "*",
        "OR": "|",
        "POWER": "**",
        "RSHIFT": ">>",
        "SUBTRACT": "-",
        "TRUE_DIVIDE": "/",
        "XOR": "^",
    }
    _family("BINARY_*", V8, V10, **operators)
    _family("INPLACE_*", V8, V10, **operators)
    _op("BINARY_OP", V11, _LAST, "binary_op", arg=Arg.BINARY)
    _op("BINARY_SUBSCR", V8, V13, "result", "item", 2)
    _op("BINARY_SLICE", V12, _LAST, "load_slice")
    _op("UNARY_NEGATIVE", V8, _LAST, "result", "unary", 1, "-")
    _op("UNARY_INVERT", V8, _LAST, "result", "unary", 1, "~")
    _op("UNARY_POSITIVE", V8, V11, "result", "unary", 1, "+")
    _op("UNARY_NOT", V8, _LAST, "result", "unary", 1, "not")
    _op("TO_BOOL", V13, _LAST, "truth")
    _op("COMPARE_OP", V8, V12, "compare", arg=Arg.COMPARE)
    _op("COMPARE_OP", V13, _LAST, "compare", "bool flag", arg=Arg.COMPARE)
    _op("IS_OP", V9, _LAST, "flagged_result", "is", 2, arg=Arg.NUMBER)
    _op("CONTAINS_OP", V9, _LAST, "flagged_result", "contains", 2, arg=Arg.NUMBER)


def _build_rows() -> None:
    number = Arg.NUMBER
    for kind in ("tuple", "list", "set"):
        _op("BUILD_" + kind.upper(), V8, _LAST, "build", kind, arg=number)
    _op("BUILD_MAP", V8, _LAST, "build_map", arg=number)
    _op("BUILD_CONST_KEY_MAP", V8, V13, "build_const_key_map", arg=number)
    _op("BUILD_STRING", V8, _LAST, "join_text", arg=number)
    _op("BUILD_SLICE", V8, _LAST, "counted_result", "slice", arg=number)
    for kind, since in (("LIST", V9), ("SET", V9), ("TUPLE", V8)):
        if kind != "TUPLE":
            name = "LIST_EXTEND" if kind == "LIST" else "SET_UPDATE"
            _op(name, since, _LAST, "extend", kind.lower(), arg=number)
        else:
            _op("LIST_TO_TUPLE", V9, V11, "result", "intrinsic", 1, "list_to_tuple")
    _op("DICT_UPDATE", V9, _LAST, "extend", "dict", arg=number)
    _op("DICT_MERGE", V9, _LAST, "extend", "call", arg=number)
    _op("LIST_APPEND", V8, _LAST, "add", "list", 1, arg=number)
    _op("SET_ADD", V8, _LAST, "add", "set", 1, arg=number)
    _op("MAP_ADD", V8, _LAST, "add", "dict", 2, arg=number)
    for kind in ("TUPLE", "LIST", "SET", "MAP"):
        name = "BUILD_" + kind + "_UNPACK"
        _op(name, V8, V8, "build_unpack", kind.lower(), arg=number)
    _op("BUILD_TUPLE_UNPACK_WITH_CALL", V8, V8, "build_unpack", "tuple", arg=number)
    _op("BUILD_MAP_UNPACK_WITH_CALL", V8, V8, "build_unpack", "map_call", arg=number)
    _op("FORMAT_VALUE", V8, V12, "format_value", arg=number)
    _op("CONVERT_VALUE", V13, _LAST, "convert", arg=number)
    _op("FORMAT_SIMPLE", V13, _LAST, "format", 1)
    _op("FORMAT_WITH_SPEC", V13, _LAST, "format", 2)
    _op("BUILD_INTERPOLATION", V14, _LAST, "interpolation", arg=number)
    _op("BUILD_TEMPLATE", V14, _LAST, "result", "template", 2)


def _call_rows() -> None:
    number = Arg.NUMBER
    _op("CALL", V11, _LAST, "call", arg=number)
    _op("KW_NAMES", V11, V12, "keyword_names", arg=Arg.CONST)
    _op("CALL_KW", V13, _LAST, "call_keywords", arg=number)
    _op("CALL_FUNCTION", V8, V10, "call_function", arg=number)
    _op("CALL_METHOD", V8, V10, "call_method", arg=number)
    _op("CALL_FUNCTION_KW", V8, V10, "call_function_keywords", arg=number)
    _op("CALL_FUNCTION_EX", V8, V10, "call_star_plain", arg=number)
    _op("CALL_FUNCTION_EX", V11, V13, "call_star", arg=number)
    _op("CALL_FUNCTION_EX", V14, _LAST, "call_star_full")
    _op("MAKE_FUNCTION", V8, V10, "function", "qualname", arg=number)
    _op("MAKE_FUNCTION", V11, V12, "function", "code", arg=number)
    _op("MAKE_FUNCTION", V13, _LAST, "plain_function")
    _op("SET_FUNCTION_ATTRIBUTE", V13, _LAST, "function_attribute", arg=number)
    _op("CALL_INTRINSIC_1", V12, _LAST, "intrinsic", INTRINSICS_1, 1, arg=number)
    _op("CALL_INTRINSIC_2", V12, _LAST, "intrinsic", INTRINSICS_2, 2, arg=number)
    _op("PRINT_EXPR", V8, V11, "print_expression")
    _op("IMPORT_NAME", V8, V14, "import_name", arg=Arg.NAME)
    _op("IMPORT_NAME", V15, _LAST, "import_name_packed", arg=Arg.NAME_SHIFT_2)
    _op("IMPORT_FROM", V8, _LAST, "keep_result", "import_from", 1, arg=Arg.NAME)
    _op("IMPORT_STAR", V8, V11, "statement", "import_star", 1)
    _op("GET_LEN", V10, _LAST, "keep_result", "length", 1)
    _op("MATCH_SEQUENCE", V10, _LAST, "keep_result", "match_sequence", 1)
    _op("MATCH_MAPPING", V10, _LAST, "keep_result", "match_mapping", 1)
    _op("MATCH_KEYS", V10, V10, "match_keys_flagged")
    _op("MATCH_KEYS", V11, _LAST, "keep_result", "match_keys", 2)
    _op("MATCH_CLASS", V10, V10, "match_class_flagged", arg=number)
    _op("MATCH_CLASS", V11, _LAST, "match_class", arg=number)
    _op("COPY_DICT_WITHOUT_KEYS", V10, V10, "copy_dict_without_keys")


def _iteration_rows() -> None:
    _op("GET_ITER", V8, V14, "result", "iter", 1)
    _op("GET_ITER", V15, _LAST, "iter_two_slots", arg=Arg.NUMBER)
    _op("GET_YIELD_FROM_ITER", V8, V14, "result", "yield_iter", 1)
    _op("GET_AITER", V8, _LAST, "aiter")
    _op("FOR_ITER", V8, V11, "next", 1, 0, arg=Arg.JUMP_FORWARD)
    _op("FOR_ITER", V12, V14, "next", 1, 1, arg=Arg.JUMP_FORWARD)
    _op("FOR_ITER", V15, _LAST, "next", 2, 1, arg=Arg.JUMP_FORWARD)
    _op("YIELD_VALUE", V8, V11, "result", "yield", 1)
    _op("YIELD_VALUE", V12, _LAST, "result", "yield", 1, arg=Arg.NUMBER)
    _op("ASYNC_GEN_WRAP", V11, V11, "skip")
    # Parts of protocols, which depyf.decompiler.lift.protocols folds before lifting.
    for name, since, until, arg in (
        ("YIELD_FROM", V8, V10, Arg.NONE),
        ("GET_AWAITABLE", V8, V10, Arg.NONE),
        ("GET_AWAITABLE", V11, _LAST, Arg.NUMBER),
        ("GET_ANEXT", V8, _LAST, Arg.NONE),
        ("SEND", V11, _LAST, Arg.JUMP_FORWARD),
        ("END_SEND", V12, _LAST, Arg.NONE),
        ("CLEANUP_THROW", V12, _LAST, Arg.NONE),
        ("END_ASYNC_FOR", V8, V13, Arg.NONE),
        ("END_ASYNC_FOR", V14, _LAST, Arg.NUMBER),
    ):
        _op(name, since, until, "protocol", arg=arg)


def _jump_rows() -> None:
    forward, backward = Arg.JUMP_FORWARD, Arg.JUMP_BACKWARD
    absolute = Arg.JUMP_ABSOLUTE
    _op("JUMP_FORWARD", V8, _LAST, "jump", arg=forward)
    _op("JUMP_ABSOLUTE", V8, V10, "jump", arg=absolute)
    _op("JUMP_BACKWARD", V11, _LAST, "jump", arg=backward)
    _op("JUMP_BACKWARD_NO_INTERRUPT", V11, _LAST, "jump", arg=backward)
    senses = (("TRUE", True), ("FALSE", False))
    for word, sense in senses:
        name = "POP_JUMP_IF_" + word
        _op(name, V8, V10, "branch", sense, arg=absolute)
        _op(name, V12, _LAST, "branch", sense, arg=forward)
        _op("POP_JUMP_FORWARD_IF_" + word, V11, V11, "branch", sense, arg=forward)
        _op("POP_JUMP_BACKWARD_IF_" + word, V11, V11, "branch", sense, arg=backward)
        name = "JUMP_IF_" + word + "_OR_POP"
        _op(name, V8, V10, "branch_or_pop", sense, arg=absolute)
        _op(name, V11, V11, "branch_or_pop", sense, arg=forward)
    for word, sense in (("NONE", True), ("NOT_NONE", False)):
        _op("POP_JUMP_IF_" + word, V12, _LAST, "branch_none", sense, arg=forward)
        name = "POP_JUMP_FORWARD_IF_" + word
        _op(name, V11, V11, "branch_none", sense, arg=forward)
        name = "POP_JUMP_BACKWARD_IF_" + word
        _op(name, V11, V11, "branch_none", sense, arg=backward)
    _op("RETURN_VALUE", V8, _LAST, "return")
    _op("RETURN_CONST", V12, V13, "return_const", arg=Arg.CONST)
    _op("RAISE_VARARGS", V8, _LAST, "raise", arg=Arg.NUMBER)


def _exception_rows() -> None:
    _op("PUSH_EXC_INFO", V11, _LAST, "push_exception")
    _op("POP_EXCEPT", V8, V10, "pop_except_block")
    _op("POP_EXCEPT", V11, _LAST, "pop_except")
    _op("RERAISE", V9, V9, "reraise_three")
    _op("RERAISE", V10, V10, "reraise_three", arg=Arg.NUMBER)
    _op("RERAISE", V11, _LAST, "reraise", arg=Arg.NUMBER)
    _op("CHECK_EXC_MATCH", V11, _LAST, "exception_match")
    _op("CHECK_EG_MATCH", V11, _LAST, "group_match")
    _op("PREP_RERAISE_STAR", V11, V11, "result", "intrinsic", 2, "prep_reraise_star")
    _op("JUMP_IF_NOT_EXC_MATCH", V9, V10, "branch_exception", arg=Arg.JUMP_ABSOLUTE)
    _op("WITH_EXCEPT_START", V9, V10, "with_exception", 7, 2)
    _op("WITH_EXCEPT_START", V11, V13, "with_exception", 4, 1)
    _op("WITH_EXCEPT_START", V14, _LAST, "with_exception", 5, 1)
    _op("BEFORE_WITH", V11, V13, "enter", "__enter__", "__exit__")
    _op("BEFORE_ASYNC_WITH", V8, V13, "enter", "__aenter__", "__aexit__")
    # Opcodes for the block stack of 3.8-3.10.
    forward = Arg.JUMP_FORWARD
    _op("SETUP_FINALLY", V8, V10, "setup_finally", arg=forward)
    _op("SETUP_WITH", V8, V10, "setup_with", "__enter__", "__exit__", arg=forward)
    _op("SETUP_ASYNC_WITH", V8, V10, "setup_async_with", arg=forward)
    _op("POP_BLOCK", V8, V10, "pop_block")
    _op("BEGIN_FINALLY", V8, V8, "begin_finally")
    _op("CALL_FINALLY", V8, V8, "call_finally", arg=forward)
    _op("END_FINALLY", V8, V8, "end_finally")
    _op("POP_FINALLY", V8, V8, "pop_finally", arg=Arg.NUMBER)
    _op("WITH_CLEANUP_START", V8, V8, "with_cleanup_start")
    _op("WITH_CLEANUP_FINISH", V8, V8, "with_cleanup_finish")


def _internal_rows() -> None:
    """Add CPython's internal opnames, which never occur in a ``co_code``."""
    pseudo = "JUMP JUMP_NO_INTERRUPT SETUP_CLEANUP SETUP_FINALLY SETUP_WITH POP_BLOCK"
    instrumented = "INSTRUMENTED_LINE INSTRUMENTED_INSTRUCTION"
    for since, until, names in (
        (V8, _LAST, "EXTENDED_ARG"),
        (V11, _LAST, "CACHE"),
        (V12, _LAST, f"INTERPRETER_EXIT RESERVED {pseudo} {instrumented}"),
        (V12, V13, "LOAD_SUPER_METHOD LOAD_ZERO_SUPER_ATTR LOAD_ZERO_SUPER_METHOD"),
        (V13, _LAST, "ENTER_EXECUTOR EXIT_INIT_CHECK"),
        (V14, _LAST, "ANNOTATIONS_PLACEHOLDER JUMP_IF_TRUE JUMP_IF_FALSE"),
        (V15, _LAST, "TRACE_RECORD"),
    ):
        for name in names.split():
            _op(name, since, until, "internal", arg=Arg.NUMBER)


for _fill in (
    _stack_rows,
    _load_rows,
    _store_rows,
    _operator_rows,
    _build_rows,
    _call_rows,
    _iteration_rows,
    _jump_rows,
    _exception_rows,
    _internal_rows,
):
    _fill()

_INSTRUMENTED = "INSTRUMENTED_"


def base_name(name: str) -> str:
    """Return the opname of which ``name`` is the instrumented form (3.12+)."""
    if name.startswith(_INSTRUMENTED) and name not in _ROWS:
        return name[len(_INSTRUMENTED) :]
    return name


@lru_cache(maxsize=None)
def argument_kinds(version: Version) -> dict[str, Arg]:
    """Return the kind of each instruction's argument for a version, by opname."""
    return {name: row.arg for name, row in table_of(version).items()}


@lru_cache(maxsize=None)
def table_of(version: Version) -> dict[str, OpSpec]:
    """Return the rows for a version, by opname.

    A version newer than the newest known one gets the newest rows.
    """
    version = max(OLDEST, min(version, NEWEST))
    return {
        name: row
        for name, rows in _ROWS.items()
        for row in rows
        if row.since <= version <= row.until
    }
