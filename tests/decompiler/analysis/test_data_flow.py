"""Liveness, webs and the order rule on small hand-made functions."""

from __future__ import annotations

from depyf.decompiler.analysis.commute import commute, summarize
from depyf.decompiler.analysis.liveness import ENTRY, Liveness, Point, split_webs
from depyf.decompiler.ir.function import (
    BasicBlock,
    Branch,
    Function,
    Jump,
    Next,
    ProtectedRegion,
    Return,
)
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.printer import print_function
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

X, Y, Z = (Variable(VariableKind.LOCAL, name) for name in "xyz")
T0, T1 = (Variable(VariableKind.TEMP, name) for name in ("t0", "t1"))
S0 = Variable(VariableKind.STACK, "s0")
F = Variable(VariableKind.GLOBAL, "f")


def add(left, right):
    return Value(MicroOp.BINARY, (left, right), "+")


def call(*arguments):
    return Value(MicroOp.CALL, (load(T1), *arguments), CallShape((None,) * 1))


def function(*blocks, regions=()):
    return Function(
        None,
        blocks[0].id,
        {block.id: block for block in blocks},
        {region.id: region for region in regions},
    )


def loop():
    return function(
        BasicBlock(0, [store(Z, const(0)), store(S0, load(X))], Jump(1)),
        BasicBlock(1, [], Next(load(S0), Y, 2, 3)),
        BasicBlock(2, [store(Z, add(load(Z), load(Y)))], Jump(1)),
        BasicBlock(3, [], Return(load(Z))),
    )


def test_loop_variable_is_defined_on_the_body_edge():
    live = Liveness(loop())
    assert live.live_in[0] == {X}
    assert live.live_in[1] == {Z, S0}
    assert live.live_in[2] == {Z, Y, S0}
    assert live.live_out[1] == {Z, S0}
    assert live.before(2) == [{Z, Y, S0}, {Z, S0}]


def test_webs_of_a_loop():
    webs = {web.variable: web for web in split_webs(loop())}
    assert webs[Z].definitions == {Point(0, 0), Point(2, 0)}
    assert webs[Z].uses == {Point(2, 0), Point(3, 0)}
    assert webs[X].definitions == {ENTRY}
    assert webs[Y].definitions == {Point(1, 0)}


def test_reused_name_falls_into_two_webs():
    body = [
        store(X, const(1)),
        store(Y, add(load(X), load(X))),
        store(X, const(2)),
        store(Z, load(X)),
    ]
    webs = split_webs(function(BasicBlock(0, body, Return(load(Z)))))
    of_x = [web for web in webs if web.variable == X]
    assert [web.definitions for web in of_x] == [{Point(0, 0)}, {Point(0, 2)}]
    assert [web.uses for web in of_x] == [{Point(0, 1)}, {Point(0, 3)}]


def protected():
    region = ProtectedRegion(7, 20, 0)
    return function(
        BasicBlock(0, [store(X, const(1))], Jump(10)),
        BasicBlock(
            10,
            [
                store(X, const(2)),
                store(T1, load(F)),
                store(X, const(3)),
                store(X, const(4)),
            ],
            Return(const(None)),
            region=7,
        ),
        BasicBlock(20, [store(S0, Value(MicroOp.EXCEPTION))], Return(load(X))),
        regions=[region],
    )


def test_handler_sees_values_of_points_that_raise_only():
    (web,) = [web for web in split_webs(protected()) if Point(20, 1) in web.uses]
    # x = 1 is dead: nothing raises between it and x = 2. x = 3 and x = 4 come after
    # the last point that can raise.
    assert web.definitions == {Point(10, 0)}
    live = Liveness(protected())
    assert X not in live.live_in[10]
    assert X in live.before(10)[1]
    assert X not in live.before(10)[2]


def test_first_target_of_an_unpacking_is_live_in_the_handler():
    unpack = Value(MicroOp.UNPACK, (load(Y),), UnpackShape((X, Z)))
    graph = function(
        BasicBlock(0, [unpack], Return(const(None)), region=1),
        BasicBlock(5, [], Return(load(X))),
        regions=[ProtectedRegion(1, 5, 0)],
    )
    assert X in Liveness(graph).before(0)[1]


def test_del_is_a_use_and_unbinds():
    body = [store(X, const(1)), Value(MicroOp.DELETE, (), X)]
    graph = function(BasicBlock(0, body, Return(load(X))))
    first, second = sorted(split_webs(graph), key=lambda web: sorted(web.definitions))
    assert first.uses == {Point(0, 1)}
    assert second.definitions == {Point(0, 1)}
    assert second.uses == {Point(0, 2)}


def test_order_rule():
    read = summarize(Value(MicroOp.ATTR, (load(X),), "a"))
    write = summarize(Value(MicroOp.SET_ATTR, (load(X), load(Y)), "a"))
    pair = summarize(Value(MicroOp.BUILD, (load(X), load(Y)), "tuple"))
    assert not commute(read, write)
    assert not commute(read, read)  # both may raise
    assert commute(pair, read)
    assert commute(pair, summarize(store(T0, const(1))))
    assert not commute(pair, summarize(store(X, const(1))))
    assert not commute(read, summarize(store(Z, const(1))))
    assert commute(read, summarize(store(T0, const(1))))
    assert commute(summarize(store(Z, const(1))), summarize(store(Y, const(1))))
    lookup = summarize(load(F))
    assert not commute(lookup, summarize(call(load(X))))


def test_dump_of_a_function():
    assert print_function(protected()) == (
        "entry 0\n"
        "block 0:\n"
        "    x = 1\n"
        "    jump 10\n"
        "block 10 in region 7:\n"
        "    x = 2\n"
        "    %t1 = global:f\n"
        "    x = 3\n"
        "    x = 4\n"
        "    return None\n"
        "block 20:\n"
        "    $s0 = exception\n"
        "    return x\n"
        "region 7: handler 20 depth 0\n"
    )


def test_dump_of_a_branch():
    graph = function(
        BasicBlock(0, [], Branch(load(X), 2, 4)),
        BasicBlock(2, [], Return(load(S0)), depth=1),
        BasicBlock(4, [], Return(load(T0))),
    )
    assert "branch x ? 2 : 4" in print_function(graph)
    assert "block 2 depth 1:" in print_function(graph)
