"""The validator on hand-made pairs: what must be accepted, what must not."""

from __future__ import annotations

import pytest

from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.ir.function import (
    BasicBlock,
    Branch,
    Function,
    Jump,
    Next,
    ProtectedRegion,
    Raise,
    Reraise,
    Return,
)
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import (
    CallShape,
    UnpackShape,
    Value,
    Variable,
    VariableKind,
    const,
    load,
    store,
)
from depyf.decompiler.validate import validate
from depyf.decompiler.validate.validator import difference

W, X, Y, Z = (Variable(VariableKind.LOCAL, name) for name in "wxyz")
TMP = Variable(VariableKind.LOCAL, "__temp_1")
T = [Variable(VariableKind.TEMP, f"t{number}") for number in range(9)]
S = [Variable(VariableKind.STACK, f"s{number}") for number in range(4)]
F, G, H = (Variable(VariableKind.GLOBAL, name) for name in "fgh")
NONE = const(None)


def call(target, function, *arguments):
    shape = CallShape((None,) * len(arguments))
    return store(target, Value(MicroOp.CALL, (function, *arguments), shape))


def get(target, variable):
    return store(target, load(variable))


def block(number, body, end, region=None):
    return BasicBlock(number, body, end, region)


def function(*blocks, regions=()):
    return Function(
        None,
        blocks[0].id,
        {item.id: item for item in blocks},
        {item.id: item for item in regions},
    )


def straight(*body, returns=NONE):
    return function(block(0, list(body), Return(returns)))


def verdict(original, recompiled, **options):
    options.setdefault("temporaries", lambda name: name.startswith("__temp"))
    return validate(original, recompiled, lift=lambda code: code, **options)


def accepted(original, recompiled, **options):
    found = verdict(original, recompiled, **options)
    assert found.equivalent, found
    return True


def rejected(original, recompiled, **options):
    found = verdict(original, recompiled, **options)
    assert not found.equivalent
    return found.reason


def use(*values):
    """Something that shows its operands to the world."""
    return [get(T[8], G), call(T[7], load(T[8]), *values)]


def bound(*variables):
    return [
        item
        for variable in variables
        for item in (get(T[6], F), call(variable, load(T[6]), const(variable.name)))
    ]


def test_renamed_temporaries_and_shown_temporaries_are_free():
    original = straight(get(T[0], F), call(S[0], load(T[0])), *use(load(S[0])))
    text = straight(get(T[1], F), call(TMP, load(T[1])), *use(load(TMP)))
    assert accepted(original, text)
    assert rejected(original, text, temporaries=lambda name: False)


def test_other_callee_argument_or_number_of_calls():
    original = straight(*bound(X, Y), *use(load(X), load(Y)))
    assert accepted(original, straight(*bound(X, Y), *use(load(X), load(Y))))
    assert rejected(original, straight(*bound(X, Y), *use(load(Y), load(X))))
    assert rejected(original, straight(*bound(X, Y), *use(load(X), const("y"))))
    assert rejected(original, straight(*bound(X, Y)))
    assert rejected(original, straight(*bound(X, Y), *use(load(X), load(Y)), *use()))


def test_order_of_effects_counts():
    assert rejected(straight(*bound(X, Y)), straight(*bound(Y, X)))


@pytest.mark.parametrize(("one", "other"), [(1, True), (0.0, -0.0), ("a", b"a")])
def test_constants_are_compared_by_type_and_value(one, other):
    assert rejected(straight(returns=const(one)), straight(returns=const(other)))
    assert accepted(straight(returns=const(one)), straight(returns=const(one)))


def test_named_locals_are_observable_at_every_event():
    early = straight(*bound(X), store(Y, load(X)), *use())
    late = straight(*bound(X), *use(), store(Y, load(X)))
    assert rejected(early, late)
    dead = straight(*bound(X), store(TMP, load(X)), *use())
    assert accepted(straight(*bound(X), *use()), dead)
    assert rejected(early, dead)


def test_branch_may_be_inverted_but_not_swapped():
    def pair(first, second, test):
        return function(
            block(0, bound(X), Branch(test, first, second)),
            block(2, [], Return(const(1))),
            block(4, [], Return(const(2))),
        )

    plain = load(X)
    inverted = Value(MicroOp.UNARY, (load(X),), "not")
    assert accepted(pair(2, 4, plain), pair(4, 2, inverted))
    assert rejected(pair(2, 4, plain), pair(4, 2, plain))


def asked_again(*between, if_true):
    """A value that is tested again after ``between``."""
    return function(
        block(0, bound(X), Branch(load(X), 1, 4)),
        block(1, list(between), Branch(load(X), if_true, 4)),
        block(2, [], Return(const(1))),
        block(4, [], Return(const(2))),
    )


def test_tests_in_a_row_count_as_one():
    once = function(
        block(0, bound(X), Branch(load(X), 2, 4)),
        block(2, [], Return(const(1))),
        block(4, [], Return(const(2))),
    )
    assert accepted(once, asked_again(if_true=2))
    assert accepted(once, asked_again(store(TMP, const(1)), if_true=2))
    assert rejected(once, asked_again(if_true=4))


def test_a_test_after_something_else_happened_is_one_more():
    once = function(
        block(0, bound(X), Branch(load(X), 1, 4)),
        block(1, use(), Return(const(1))),
        block(4, [], Return(const(2))),
    )
    assert accepted(asked_again(*use(), if_true=2), asked_again(*use(), if_true=2))
    assert rejected(once, asked_again(*use(), if_true=2))
    other = asked_again(*use(), if_true=2)
    other.blocks[1].terminator = Branch(load(T[7]), 2, 4)
    assert rejected(asked_again(*use(), if_true=2), other)


def test_a_boolean_may_be_tested_again():
    test = Value(MicroOp.IS, (load(X), NONE), True)
    once = function(
        block(0, [*bound(X), store(T[0], test)], Branch(load(T[0]), 2, 4)),
        block(2, bound(Y), Return(const(1))),
        block(4, [], Return(const(2))),
    )
    twice = function(
        block(0, [*bound(X), store(TMP, test)], Branch(load(TMP), 1, 3)),
        block(1, bound(Y), Jump(3)),
        block(3, [], Branch(load(TMP), 5, 7)),
        block(5, [], Return(const(1))),
        block(7, [], Return(const(2))),
    )
    assert accepted(once, twice)
    twice.blocks[3].terminator = Branch(load(TMP), 7, 5)
    assert rejected(once, twice)


def loop(step, start=0):
    return function(
        block(0, [*bound(X), store(Z, const(start))], Jump(1)),
        block(1, [*use(load(Z)), call(T[0], load(T[8]))], Branch(load(T[0]), 2, 3)),
        block(2, [store(Z, step)], Jump(1)),
        block(3, [], Return(load(Z))),
    )


def test_values_carried_round_a_loop():
    assert accepted(loop(load(X)), loop(load(X)))
    # Equal in the first round only.
    assert rejected(loop(const(0)), loop(const(1)))
    assert rejected(loop(load(X)), loop(const(0)))


def test_an_unrolled_first_round_is_the_same_loop():
    again = [*use(load(Z)), call(T[0], load(T[8]))]
    peeled = function(
        block(0, [*bound(X), store(Z, const(0)), *again], Branch(load(T[0]), 5, 3)),
        block(5, [store(Z, load(X)), *again], Branch(load(T[0]), 5, 3)),
        block(3, [], Return(load(Z))),
    )
    assert accepted(loop(load(X)), peeled)
    assert accepted(peeled, loop(load(X)))


def state_machine(last=2):
    """`loop(load(X))` as a state machine over a temporary."""

    def is_state(number):
        return store(T[5], Value(MicroOp.COMPARE, (load(TMP), const(number)), "=="))

    return function(
        block(0, [store(TMP, const(0))], Jump(10)),
        block(10, [is_state(0)], Branch(load(T[5]), 20, 11)),
        block(11, [is_state(1)], Branch(load(T[5]), 21, 12)),
        block(12, [is_state(2)], Branch(load(T[5]), 22, 23)),
        block(20, [*bound(X), store(Z, const(0)), store(TMP, const(1))], Jump(10)),
        block(21, [*use(load(Z)), call(T[0], load(T[8]))], Branch(load(T[0]), 30, 31)),
        block(30, [store(TMP, const(2))], Jump(10)),
        block(31, [store(TMP, const(3))], Jump(10)),
        block(22, [store(Z, load(X)), store(TMP, const(1 + (last != 2)))], Jump(10)),
        block(23, [], Return(load(Z))),
    )


def test_a_state_machine_is_the_loop_it_stands_for():
    assert accepted(loop(load(X)), state_machine())
    assert "loops for ever" in rejected(loop(load(X)), state_machine(last=3))


def test_both_may_loop_for_ever():
    endless = function(block(0, bound(X), Jump(1)), block(1, [], Jump(1)))
    other = function(
        block(0, bound(X), Jump(5)), block(5, [], Jump(6)), block(6, [], Jump(5))
    )
    assert accepted(endless, other)
    assert rejected(endless, straight(*bound(X)))


def test_items_of_an_iteration():
    def each(body, exhausted, seen=Y):
        return function(
            block(
                0, [*bound(X), store(S[0], Value(MicroOp.ITER, (load(X),)))], Jump(1)
            ),
            block(1, [], Next(load(S[0]), Y, body, exhausted)),
            block(2, use(load(seen)), Jump(1)),
            block(3, [], Return(NONE)),
        )

    assert accepted(each(2, 3), each(2, 3))
    assert rejected(each(2, 3), each(2, 3, seen=X))
    assert rejected(each(2, 3), each(3, 2))


def test_a_local_that_may_be_unbound_is_checked():
    def maybe(bind):
        return function(
            block(0, bound(X), Branch(load(X), 1, 2)),
            block(1, [store(Y, bind)], Jump(2)),
            block(2, [], Return(load(Y))),
        )

    always = function(
        block(0, [*bound(X), store(Y, load(X))], Branch(load(X), 2, 2)),
        block(2, [], Return(load(Y))),
    )
    assert accepted(maybe(load(X)), maybe(load(X)))
    assert rejected(maybe(load(X)), always)


def test_deleted_local_is_unbound():
    gone = straight(*bound(X), Value(MicroOp.DELETE, (), X), *use())
    assert accepted(gone, gone)
    assert rejected(gone, straight(*bound(X), *use()))


def guarded(handler_result, *, protected=(0,), binds=X):
    """``try: x = f('x'); y = f('y')`` with a handler that returns."""
    region = ProtectedRegion(1, 20, 0)
    blocks = [
        block(0, bound(binds), Jump(5), 1 if 0 in protected else None),
        block(5, bound(Y), Return(NONE), 1 if 5 in protected else None),
        block(
            20,
            [
                store(S[0], Value(MicroOp.EXCEPTION)),
                Value(MicroOp.EXC_PUSH, (load(S[0]),)),
                Value(MicroOp.EXC_POP),
            ],
            Return(handler_result),
        ),
    ]
    return function(*blocks, regions=[region])


def test_protected_operations_have_the_same_handler():
    one = guarded(const(1), protected=(0, 5))
    assert accepted(one, guarded(const(1), protected=(0, 5)))
    assert rejected(one, guarded(const(1), protected=(0,)))
    assert rejected(one, guarded(const(1), protected=(5,)))
    assert rejected(one, guarded(const(2), protected=(0, 5)))
    assert rejected(one, guarded(load(S[0]), protected=(0, 5)))


def test_a_handler_that_only_reraises_is_no_handler():
    region = ProtectedRegion(1, 20, 0)
    wrapped = function(
        block(0, bound(X), Return(NONE), 1),
        block(20, [store(S[0], Value(MicroOp.EXCEPTION))], Reraise(load(S[0]))),
        regions=[region],
    )
    assert accepted(wrapped, straight(*bound(X)))
    wrapped.blocks[20].body[:0] = bound(Z)
    assert rejected(wrapped, straight(*bound(X)))


def test_raise_arguments_count():
    def raising(*values):
        return function(block(0, bound(X, Y), Raise(*values)))

    assert accepted(raising(load(X)), raising(load(X)))
    assert rejected(raising(load(X)), raising(load(Y)))
    assert rejected(raising(load(X)), raising(load(X), NONE))
    assert rejected(raising(load(X)), raising())


def display(kind, *items):
    return Value(MicroOp.BUILD, items, kind)


def test_new_lists_may_be_made_in_another_order():
    early = straight(
        *bound(X),
        store(T[1], display("list", load(X))),
        store(T[2], display("list")),
        *use(load(T[1]), load(T[2])),
    )
    late = straight(
        *bound(X),
        get(T[8], G),
        store(T[2], display("list")),
        store(T[1], display("list", load(X))),
        call(T[7], load(T[8]), load(T[1]), load(T[2])),
    )
    assert accepted(early, late)
    swapped = straight(
        *bound(X),
        store(T[1], display("list")),
        store(T[2], display("list", load(X))),
        *use(load(T[1]), load(T[2])),
    )
    assert rejected(early, swapped)


def test_one_list_twice_is_not_two_lists():
    one = straight(
        store(T[1], display("list")), store(T[2], load(T[1])), *use(*map(load, T[1:3]))
    )
    two = straight(
        store(T[1], display("list")),
        store(T[2], display("list")),
        *use(*map(load, T[1:3])),
    )
    assert rejected(one, two)
    assert rejected(two, one)


def test_a_list_lives_through_a_loop():
    def gather(fresh_each_round):
        fresh = [store(S[0], display("list"))]
        return function(
            block(0, [*bound(X), *fresh], Jump(1)),
            block(1, use(load(S[0])), Branch(load(T[7]), 2, 3)),
            block(2, fresh if fresh_each_round else [], Jump(1)),
            block(3, [], Return(load(S[0]))),
        )

    assert accepted(gather(False), gather(False))
    assert accepted(gather(True), gather(True))
    assert rejected(gather(True), gather(False))


def filling(kind, *fill, start=None):
    return straight(
        *bound(X, Y),
        store(T[1], display(kind) if start is None else start),
        *fill,
        returns=load(T[1]),
    )


@pytest.mark.parametrize(("kind", "method"), [("list", "append"), ("set", "add")])
def test_the_method_that_adds_to_a_list_or_set(kind, method):
    append = [
        store(T[2], Value(MicroOp.ATTR, (load(T[1]),), method)),
        call(T[3], load(T[2]), load(X)),
    ]
    add = Value(MicroOp.ADD, (load(T[1]), load(X)), kind)
    other = Value(MicroOp.ADD, (load(T[1]), load(Y)), kind)
    assert accepted(filling(kind, add), filling(kind, *append))
    assert rejected(filling(kind, other), filling(kind, *append))
    # Of any other object a method of that name may do anything.
    unknown = load(Y)
    late = filling(kind, get(T[4], F), *append, start=unknown)
    early = filling(kind, append[0], get(T[4], F), append[1], start=unknown)
    assert rejected(early, late)
    assert rejected(
        filling(kind, add, start=unknown), filling(kind, *append, start=unknown)
    )


def test_storing_an_item_of_a_dict():
    add = Value(MicroOp.ADD, (load(T[1]), load(X), load(Y)), "dict")
    item = Value(MicroOp.SET_ITEM, (load(Y), load(T[1]), load(X)))
    swapped = Value(MicroOp.SET_ITEM, (load(X), load(T[1]), load(Y)))
    assert accepted(filling("dict", add), filling("dict", item))
    assert rejected(filling("dict", add), filling("dict", swapped))
    start = load(Y)
    assert rejected(
        filling("dict", add, start=start), filling("dict", item, start=start)
    )


def merging(into, *items):
    return straight(
        *bound(X),
        store(T[1], into),
        store(T[2], display("dict", *items)),
        Value(MicroOp.EXTEND, (load(T[1]), load(T[2])), "call"),
        *use(load(T[1])),
    )


def test_merging_into_an_empty_dict():
    key, other = const("k"), const("o")
    plain = straight(
        *bound(X), store(T[1], display("dict", key, load(X))), *use(load(T[1]))
    )
    empty = display("dict")
    assert accepted(merging(empty, key, load(X)), plain)
    assert rejected(merging(empty, other, load(X)), plain)
    assert rejected(merging(display("dict", key, NONE), other, load(X)), plain)
    assert rejected(merging(empty, const(1), load(X)), plain)
    assert rejected(merging(load(X), key, load(X)), plain)


def test_hashing_keys_is_an_effect():
    first = straight(*bound(X), store(Y, display("set", load(X))), *use())
    later = straight(
        *bound(X),
        get(T[8], G),
        store(Y, display("set", load(X))),
        call(T[7], load(T[8])),
    )
    assert rejected(first, later)


def test_tuples_are_values():
    pair = display("tuple", load(X), load(Y))
    swapped = straight(
        *bound(X, Y), store(X, load(Y)), store(Y, load(X)), *use(load(X), load(Y))
    )
    by_unpacking = straight(
        *bound(X, Y), store(T[1], pair), store(T[2], pair), *use(load(T[1]))
    )
    late = straight(
        *bound(X, Y),
        get(T[8], G),
        store(T[3], pair),
        call(T[7], load(T[8]), load(T[3])),
    )
    assert accepted(by_unpacking, late)
    assert rejected(by_unpacking, swapped)
    folded = straight(returns=display("tuple", const(1), const(2)))
    assert accepted(folded, straight(returns=const((1, 2))))


def test_unpacking_shape_counts():
    def unpacking(*targets, star=None):
        shape = UnpackShape(targets, star)
        return straight(*bound(X), Value(MicroOp.UNPACK, (load(X),), shape), *use())

    assert accepted(unpacking(Y, Z), unpacking(Y, Z))
    assert accepted(unpacking(T[0], Z), unpacking(TMP, Z))
    assert rejected(unpacking(Y, Z), unpacking(Z, Y))
    assert rejected(unpacking(Y, Z), unpacking(Y, Z, star=1))


def test_long_names_of_globals():
    long = Variable(VariableKind.GLOBAL, "__compiled_fn_1_0123456789abcdef")
    short = Variable(VariableKind.GLOBAL, "__compiled_fn_1")
    original, text = straight(get(T[0], long)), straight(get(T[0], short))
    assert rejected(original, text)
    assert accepted(original, text, rename={long.name: short.name})


def test_a_name_is_no_constant():
    """An object that is called like a builtin, such as a class `max` of torch."""
    thing = object()
    named = straight(returns=load(Variable(VariableKind.GLOBAL, "thing")))
    assert rejected(straight(returns=const(thing)), named)
    assert rejected(straight(returns=const(thing)), straight(returns=const(object())))
    assert accepted(straight(returns=const(thing)), straight(returns=const(thing)))


def test_raw_labels_are_compared_if_asked_for():
    def at(offset):
        value = Value(MicroOp.ATTR, (load(T[0]),), "a", frozenset({offset}))
        return straight(get(T[0], F), store(X, value))

    def label(code, origins):
        return 20 in origins

    assert accepted(at(10), at(12), raw_label=label)
    assert rejected(at(10), at(20), raw_label=label)


def test_budget_rejects_instead_of_running_on():
    long = straight(*bound(*[X] * 50))
    found = verdict(long, long, budget=20)
    assert not found.equivalent
    assert found.pairs == 21


def test_diagnostic_names_both_offsets():
    def at(offset, name):
        value = Value(MicroOp.ATTR, (load(T[0]),), name, frozenset({offset}))
        return straight(get(T[0], F), store(X, value))

    found = verdict(at(10, "a"), at(14, "b"))
    assert (found.original_offset, found.recompiled_offset) == (10, 14)
    assert "attr a and attr b" in found.reason


def test_trees_of_passes_are_refused():
    both = Value(MicroOp.AND, (load(X), load(X)))
    tree = straight(*bound(X), returns=both)
    assert "no lifted operation" in rejected(tree, tree)


MADE = """
def outer(a, b):
    def {name}({parameters}):
        {docstring}
        {unreached}
        return a
    return {name}
"""
PLAIN = {"name": "f", "parameters": "", "docstring": "1", "unreached": ""}


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("name", {"name": "g"}),
        ("closure", {"unreached": "if 0: b"}),
        ("parameter counts", {"parameters": "x"}),
        ("flags", {"parameters": "*x"}),
        ("docstring", {"docstring": "'Text.'"}),
    ],
)
def test_what_a_caller_sees_of_a_function_counts(what, change):
    """No instruction tells it, so comparing what both do would not."""

    def made(**parts):
        namespace = {}
        exec(MADE.format(**{**PLAIN, **parts}), namespace)
        return CodeUnit.from_code(namespace["outer"](1, 2).__code__)

    assert difference(made(), made(), nested=True) is None
    assert what in difference(made(), made(**change), nested=True)
