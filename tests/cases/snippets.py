# case: s01_mixed_boolean_value
def f(a, b, c, d, e):
    return (a and b or c) and not (d or e)


# case: s02_four_links
def f(a, b, c, d, e):
    x = a < b <= c is not d in e
    return x


# case: s03_chained_fail_path
def f(a, b, c, d, e, g):
    if not (a < b < c or d) and e:
        g()
# output: <3.11
def f(a, b, c, d, e, g):
    if not a < b < c and not d and e:
        g()


# case: s04_copied_test_with_chain
def f(a, b, c, d, e, h, g):
    while a and (b or not c) and d < e < h:
        g()


# case: s05_conditional_operand
def f(a, b, c, d, g):
    if (a if b else c) and d:
        g()


# case: s06_nested_conditional_return
def f(a, b, c, d, e, g):
    return a if b else c if d else (e and g)
# output
def f(a, b, c, d, e, g):
    return a if b else c if d else e and g


# case: s07_joins_in_a_call
def f(a, b, c, d, e, h, g):
    g(a if b else c, *(d or e), k=g and h)


# case: s08_joins_at_three_depths
def f(a, b, c, d, e, g, h, i):
    x = [a or b, (c and d, e if i else g)][h or 0]
    return x


# case: s09_assert_joins
def f(a, b, c, d, e):
    assert a and (b or c), d or e


# case: s10_walrus_in_short_circuit
def f(g):
    if (x := g()) and (y := x.h) is not None:
        return x, y
# output: <3.10
def f(g):
    return (x, y) if (x := g()) and (y := x.h) is not None else None
# output: >=3.10
def f(g):
    if (x := g()) and (y := x.h) is not None:
        return x, y


# case: s11_no_test_at_all
def f(a, b, c):
    while True:
        if a():
            break
        if b():
            continue
        c()
    else_ = 1
# output: <3.10
def f(a, b, c):
    while not a():
        if b():
            continue
        c()
    else_ = 1


# case: s12_two_loops_for_one
def f(a, b, c, d, e, g):
    while a:
        if b:
            continue
        if c:
            break
        d()
    else:
        e()
    g()


# case: s13_else_ladder
def f(a, g):
    for x in a:
        for y in x:
            if y:
                break
        else:
            continue
        break
    else:
        g()
# output: <3.10
def f(a, g):
    for x in a:
        for y in x:
            if y:
                return
    else:
        g()
# output: >=3.10 <3.11
def f(a, g):
    for x in a:
        for y in x:
            if y:
                return
    g()


# case: s14_loop_without_cycle
def f(a):
    for x in a:
        return x
    return None
# output: <3.11
def f(a):
    for x in a:
        return x
# output: >=3.13
def f(a):
    for x in a:
        return x


# case: s15_any_target
def f(a, c, d):
    for i, (a.b, *c[0]) in d:
        pass


# case: s16_empty_loops
def f(a):
    while a:
        pass
    while True:
        pass


# case: s17_return_out_of_two_loops
def f(a, b, g):
    for x in a:
        while x:
            if b():
                return x
            x -= 1
        else:
            continue
        g(x)
# output
def f(a, b, g):
    for x in a:
        while x:
            if b():
                return x
            x -= 1


# case: s18_copied_function
def f(a, g):
    while any(x for x in a):
        g()


# case: s19_nested_handler_names
def f(a, b, E, F):
    try:
        a()
    except E as e:
        try:
            b(e)
        except F as g:
            return g
        return e


# case: s20_three_exits_through_finally
def f(a, b, c):
    for x in a:
        try:
            if x:
                continue
            if b(x):
                break
            return x
        finally:
            c()


# case: s21_return_in_finally
def f(a, b, c):
    try:
        return a()
    finally:
        if b:
            return c


# case: s22_break_swallows_return
def f(a, b, g, h):
    for x in a:
        try:
            try:
                return x
            finally:
                if b:
                    break
        finally:
            g()
    h()


# case: s23_all_clauses
def f(a, b, c, d, e, E, F):
    try:
        a()
    except (E, F):
        b()
    except:
        raise
    else:
        c()
    finally:
        d()
    e()


# case: s24_finally_with_handlers
def f(a, b, c, G):
    try:
        try:
            a()
        finally:
            try:
                b()
            except G:
                pass
    finally:
        c()


# case: s25_jumps_from_each_part
def f(a, b, c, d, E):
    while a:
        try:
            b()
        except E:
            continue
        else:
            break
        finally:
            c()
        d()
# output: <3.10
def f(a, b, c, d, E):
    while a:
        try:
            b()
        except E:
            pass
        else:
            break
        finally:
            c()
# output: >=3.10 <3.14
def f(a, b, c, d, E):
    while True:
        if a:
            try:
                b()
                break
            except E:
                continue
            finally:
                c()
        break
# output: >=3.14
def f(a, b, c, d, E):
    while a:
        try:
            b()
            break
        except E:
            pass
        finally:
            c()


# case: s26_dead_handler
def f(a, E):
    try:
        pass
    except E:
        a()
# output
def f(a, E):
    pass


# case: s27_code_used_twice
def f(a):
    try:
        a()
    finally:
        g = lambda: (yield)


# case: s28_cleanup_look_alike
def f(a, E):
    try:
        a()
    except E as e:
        pass
    e = None
    del e


# case: s29_exception_groups
# python: >=3.11
def f(a, b, c, d, E, F, G):
    try:
        a()
    except* E as e:
        b(e)
    except* (F, G):
        pass
    else:
        c()
    finally:
        d()


# case: s30_bare_tuple_of_exceptions
# python: >=3.14
def f(a, b, E, F):
    try:
        a()
    except E, F:
        b()
# output
def f(a, b, E, F):
    try:
        a()
    except (E, F):
        b()


# case: s31_suppression_joins_handler
def f(a, b, E):
    try:
        with a as x, b:
            return x.y
    except E:
        pass
    return 0


# case: s32_raise_from
def f(a, b):
    raise a from (b or None)
# output
def f(a, b):
    raise a from b or None


# case: s33_exits_through_two_contexts
def f(a, b, g):
    for x in a:
        with x as (y, z.w), b(y):
            if z:
                break
            if y:
                continue
            g()


# case: s34_empty_with_and_yield_context
def f(a):
    with a:
        pass
    with (yield):
        return 1


# case: s35_everything_async
async def f(a, g):
    async with a as x, x.y:
        async for z in x:
            if await z:
                break
            yield z
        else:
            return
        await g()
# output: >=3.10 <3.11
async def f(a, g):
    async with a as x, x.y:
        async for z in x:
            if await z:
                await g()
                break
            yield z


# case: s36_async_comprehensions
async def f(a):
    return [x async for x in a if await x], {y: z async for y, z in a}


# case: s37_yield_expressions
def f(a):
    x = yield from a
    y = (yield x) or (yield)
    return y


# case: s38_generator_lambda
def f(a):
    return (lambda: (yield)), (x for x in a if (yield_ := x))
# output
def f(a):
    return lambda: (yield), (x for x in a if (yield_ := x))


# case: s39_two_clauses_two_filters
def f(a):
    return ((x, y) for x in a for y in x if y if x)
# output
def f(a):
    return ((x, y) for x in a for y in x if y and x)


# case: s40_shadowing
def f(y):
    x = 1
    z = [x for x in y if x > 1]
    return x, z


# case: s41_nested_saves
def f(a, b):
    return [[x for x in a] for a in b], {x: {y for y in x} for x in b}


# case: s42_cell_in_comprehension
def f(a):
    return [lambda: x + y for x in a for y in [x + 1]]
# output: <3.9
def f(a):
    return [lambda: x + y for x in a for y in (x + 1,)]
# output: >=3.9
def f(a):
    return [lambda: x + y for x in a for y in [x + 1]]


# case: s43_class_scope_comprehension
# scope: module
class C:
    n = 3
    z = [i for i in range(n)]
    w = list(j for j in z)


# case: s44_fast_path_diamonds
def f(a, b, c):
    return any(x > 1 for x in a) and tuple(y for y in b) or all(c)


# case: s45_walrus_crosses_scope
def f(a):
    if any((t := x) for x in a):
        return t
# output: <3.10
def f(a):
    return t if any((t := x) for x in a) else None
# output: >=3.10
def f(a):
    if any((t := x) for x in a):
        return t


# case: s46_unpacking_comprehensions
# python: >=3.15
def f(a, b, c):
    return [*x for x in a], {**x for x in b}, (*x for x in c)


# case: s47_all_patterns
# python: >=3.10
def f(a, P):
    match a:
        case {"k": [x, *_, P(y=0 | 1 as z)], **r} if x:
            return z, r
        case [1, 2 | 3, *q]:
            return q
        case str() | None:
            pass
        case _:
            return 0


# case: s48_guard_falls_through
# python: >=3.10
def f(a, b, c, d, e):
    match a, b:
        case [x, y] if x == y:
            c()
        case [x, _]:
            d(x)
    e()


# case: s49_jumps_out_of_cases
# python: >=3.10
def f(a, A, g):
    for i in a:
        match i:
            case A.B:
                continue
            case -1 | 2.5 | "s":
                break
            case {}:
                return
        g()
# output: <3.11
def f(a, A, g):
    for i in a:
        match i:
            case A.B:
                continue
            case -1 | 2.5 | "s":
                break
            case {}:
                break
        g()


# case: s50_mangling
# scope: module
class C(B, metaclass=M):
    """d"""

    x: int = 1
    __p = 2

    def f(self, *, __k=__p):
        return super().f(self.__p, __class__)


# case: s51_own_name
def f(b):
    def g(x, /, y=a, *z, k=b, **w) -> "q":
        nonlocal a
        a = lambda: (a, w)
        return g

    a = 1
    return g


# case: s52_decorated_coroutine
# scope: module
@a
@b.c(1)
async def f(x=(1, 2), y=[]):
    pass


# case: s53_type_parameters
# python: >=3.12
# scope: module
class C[T: (int, str), *Ts, **P](B):
    def m[U: T](self, x: T, y: U = 1) -> list[U]:
        return x


# case: s54_type_parameter_defaults
# python: >=3.13
# scope: module
type A[T = int] = dict[T, "A"]


def f[**P = [int]](x: P = 0):
    pass


# case: s55_conditional_annotations
# scope: module
x: int = g()
if x:
    y: "z"


class C:
    if x:
        w: x = 1
    else:
        v: y


# case: s56_text_annotations
# scope: module
from __future__ import annotations


def f(a: list[int], *b: "q") -> None:
    c: a.b = 1
# output
from __future__ import annotations


def f(a: list[int], *b: 'q') -> None:
    c = 1


# case: s57_imports_into_globals
def f():
    global g1
    import a.b.c as g1
    import d.e
    from . import x as y

    del d
    del g1


# case: s58_lazy_imports
# python: >=3.15
# scope: module
lazy import a.b
lazy from c import d as e

try:
    import f
except ImportError:
    f = None


# case: s59_swaps
def f(a, b, c):
    a, b = b, a
    a, b, c = c, a, b
    a.x, b[0] = b[0], a.x
    _, _, a = a


# case: s60_augmented_targets
def f(a, b, c, d, e, g):
    a[b][1:c] += d
    a.b.c **= e
    a[g(), :, ::2] @= 1
    del a[1:]
    del a[b].c


# case: s61_all_string_forms
def f(a, b, c, d, e):
    return f"{a!r:>{b}}{{}}{c:%Y-%m}" f"{d['k']}{e:{'x'}}", f"{a=!s}"
# output: <3.11
def f(a, b, c, d, e):
    return f"{a!r:>{b}}{{}}{c:%Y-%m}{d['k']}{e:{'x'}}", f"a={a!s}"
# output
def f(a, b, c, d, e):
    return f"{a!r:>{b}}{{}}{c:%Y-%m}{d['k']}{e:{'x'}}", "a=%s" % (a,)


# case: s62_template_strings
# python: >=3.14
def f(a, b, c, d):
    return t"{a!r:>{b}}x{c + 1}" t"{d}", t""
# output
def f(a, b, c, d):
    return t"{a!r:>{b}}x{c + 1}{d}", t""


# case: s63_constants
def f(a):
    x = -0.0, 1e999, 1j - 0.0, True, 1.0, "\ud800", (1, (2, ...))
    return x, a in {1, "x"}, [1, 2, 3], {1, 2, 3}
# output
def f(a):
    x = -0.0, 1e999, 1j, True, 1.0, "\ud800", (1, (2, ...))
    return x, a in {"x", 1}, [1, 2, 3], {1, 2, 3}


# case: s64_star_forms
def f(a, b, c, d, g, k):
    x = a(*b, c, *d, e=1, **g), a(**{"x y": 1}), [*a, *b]
    return x, {**a, "k": b, **c}, {*a, 1}


# case: s65_docstring_indentation
# scope: module
def f():
    """a
       b
     c"""
    return "x"


def g():
    return "not a docstring"
# output: >=3.13
def f():
    """a
      b
    c"""
    return "x"


def g():
    return "not a docstring"


# case: s66_large_displays
def f(a):
    x = {
        1: a, 2: a, 3: a, 4: a, 5: a, 6: a, 7: a, 8: a, 9: a, 10: a, 11: a, 12: a,
        13: a, 14: a, 15: a, 16: a, 17: a,
    }
    return f"{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}"
# output
def f(a):
    x = {
        1: a,
        2: a,
        3: a,
        4: a,
        5: a,
        6: a,
        7: a,
        8: a,
        9: a,
        10: a,
        11: a,
        12: a,
        13: a,
        14: a,
        15: a,
        16: a,
        17: a,
    }
    return f"{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}"
