# case: arithmetic
def f(a, b):
    return a + b, a - b, a * b, a / b, a // b, a % b, a**b, a @ b


# case: bit_operators
def f(a, b):
    return a & b, a | b, a ^ b, a << b, a >> b, ~a


# case: unary
def f(a):
    return -a, +a, ~a, not a


# case: precedence
def f(a, b, c):
    return (a + b) * c, a + b * c, -(a + b), (a + b) + c, a + (b + c), a - (b - c)
# output
def f(a, b, c):
    return (a + b) * c, a + b * c, -(a + b), a + b + c, a + (b + c), a - (b - c)


# case: power
def f(a, b, c):
    return (-a) ** b, -(a**b), a**-b, (a**b) ** c, a ** b**c


# case: attributes_and_items
def f(a, b):
    return a.b, a.b.c, a[b], a[b].c[0], a["k"]


# case: slices
def f(a, b, c):
    return a[b:c], a[b:], a[:c], a[:], a[b:c:2], a[::2], a[1:2, ..., None]


# case: complex_slices
def f(a, b, c):
    return a[b + 1 : c], a[: b.x], a[1:2], a[b:c, 1]


# case: tuple_index
def f(a, b, c):
    return a[b, c], a[b,], a[()]


# case: calls
def f(g, a, b):
    return g(), g(a), g(a, b), g(a, k=b), g(k=a, l=b)


# case: methods
def f(a, b):
    return a.m(), a.m(b), a.m(k=b), a.m(1).n(2)


# case: starred_calls
def f(g, a, b):
    return g(*a), g(**b), g(*a, **b), g(1, *a, 2, k=3, **b)


# case: call_with_no_keywords_at_all
def f(a, g):
    return g(*a, **{})


# case: several_stars
def f(g, a, b):
    return g(*a, *b, **a, **b)


# case: starred_method
def f(o, a, b):
    return o.m(*a), o.m(1, *a, k=2, **b)


# case: displays
def f(a, b):
    return [], (), {}, [a], (a,), {a}, {a: b}, [a, b], (a, b), {a, b}


# case: starred_displays
def f(a, b):
    return [*a, *b], (*a, b), {*a, b}, {**a, "k": b, **b}


# case: constant_displays
def f():
    return [1, 2, 3], (1, 2, 3), {1, 2, 3}, {"a": 1, "b": 2}


# case: nested_displays
def f(a):
    return [[a, [1, 2]], {"k": (a, [a])}]


# case: membership_in_constants
def f(a):
    return a in (1, 2), a in {1, 2}, a not in ("a", "b")


# case: constants
def f():
    return 1, -1, 1.5, 1e100, 2j, True, None, ..., "s", b"b", (1, (2, "x"))


# case: special_floats
def f():
    return 1e999, -1e999, -0.0, 1j, -1j, 1 + 2j


# case: large_integer
def f():
    return 123456789012345678901234567890


# case: strings_with_quotes
def f():
    return "it's", 'say "hi"', "both ' and \"", "line\nbreak", "tab\t", "\x00\ud800"


# case: bytes_with_quotes
def f():
    return b"it's", b'say "hi"', b"\x00\xff\n"


# case: long_call
def f(function, argument):
    return function(
        argument.first_attribute,
        argument.second_attribute,
        argument.third_attribute,
        argument.fourth_attribute,
    )


# case: call_on_call
def f(a, b):
    return a(b)(b)(a)


# case: lambda_call
def f(a):
    return (lambda x: x)(a)


# case: large_list
def f(a):
    return [
        a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a,
        a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a,
    ]
# output
def f(a):
    return [
        a,
        a,
        a,
        a,
        a,
        a,
        a,
        a,
        a,
        a,
        a,
        a,
        a,
        a,
        a,
        a,
        a,
        a,
        a,
        a,
        a,
        a,
        a,
        a,
        a,
        a,
        a,
        a,
        a,
        a,
        a,
        a,
    ]


# case: stars_asked_for
# python: >=3.9
def f(g, a, b, c):
    g(*(a, b))
    g(**{"a": b})
    g(*(a, b), c=1)
    g(*(1, 2), *a)
    g(a, **{"b": 1}, c=1)
    g(**a, b=1, **{"c": 2})
    g(*a, *(), c, *(b, c))
    return {**a, "k": b, **{"m": 1}}, {"k": b, **{"m": 1}}


# case: unpacked_display_in_or
def f(k, a):
    return {**k} or [*a] or a


# case: stars_of_what_may_be_missing
def f(a):
    a(*b, c.d, *e)
    a(b, k=c, **d)
    a(**b, k=c.d)
    a(*b, *c, **d, **e)
    return [*b, c, *d], {**b, 1: c, **d}, {1: b, **c}


# case: named_constant
def f(a, b):
    a[b] ^= (y := 2.5)
    return y


# case: stars_between_arguments_of_one_kind
def f(a, b, c):
    a(1, *(2, 3))
    a(c, policy=b, **{"charset": str(c)})
    return {*(), 1}


# case: walrus_after_reads_of_the_same_name
def f(x, y, b):
    y &= x(y, (y := b), y)
    x += b.c + (x := b.d)
    return x(b, x, (x := b.c), x)


# case: operand_behind_a_conditional_one
def f(a, b, c, d):
    return a[b if c else d : c]


# case: call_behind_a_conditional_argument
def f(a, b, c, d):
    return lambda: a(b if c else d, c)


# case: names_in_names
def f(a, b):
    a(1, (x := (y := (z := b()))), 2)
    a(x, y, z)


# case: stars_before_constants
def f(a, g):
    g(1, 2, *(3, 4, 5))
    g(*(3, 4, 5))
    g(*(3, 4, 5), a)
    g(*(3, 4), *(3, 4, 5))
    x = [a, *(3, 4, 5)]
    y = [*(3, 4, 5), a]
    return x, y, [3, 4, 5], {3, 4, 5}, (*(3, 4, 5), a), [1, 2, 3, *a], g(1, 2, 3, *a)
# output: <3.9
def f(a, g):
    g(1, 2, *(3, 4, 5))
    g(*(3, 4, 5))
    g(3, 4, 5, *(a,))
    g(3, 4, *(3, 4, 5))
    x = [a, *(3, 4, 5)]
    y = [3, 4, 5, *(a,)]
    return x, y, [3, 4, 5], {3, 4, 5}, (3, 4, 5, *(a,)), [1, 2, 3, *a], g(1, 2, 3, *a)


# case: stars_before_constants_in_sets
# python: >=3.9
def f(a):
    x = {a, *(3, 4, 5)}
    y = {*(3, 4, 5), a}
    return x, y, {*(3, 4, 5)}, {3, 4, 5}, {3, 4, 5, *a}


# case: choice_among_many_keywords
def f(a, g):
    while a:
        g(
            a=a,
            b=2 if a else None,
            c=3,
            d=a or g,
            e=5,
            f=6,
            g=7,
            h=8,
            i=9,
            j=3,
            k=3,
            l=3,
            m=4,
            n=4,
            o=4,
            p=4,
            q=1,
        )


# case: choice_among_many_keywords_at_the_end_of_a_module
# scope: module
f(
    a=a,
    b=2 if a else None,
    c=3,
    d=4,
    e=5,
    f=6,
    g=7,
    h=8,
    i=9,
    j=3,
    k=3,
    l=3,
    m=4,
    n=4,
    o=4,
    p=4,
    q=1,
)


# case: choice_among_many_keywords_before_the_end
# scope: module
f(
    a=a,
    b=b,
    c=3,
    d=4,
    e=5,
    f=6,
    g=7,
    h=8,
    i=9,
    j=3,
    k=3,
    l=3,
    m=4,
    n=4,
    o=4,
    p=4,
    q=a if b else None,
)
x = f(a.b), a.c


# case: starred_tuple_added
def f(a, b, g):
    a += (1, *b)
    a.x += (*b, 1)
    g[a] += (b, *a)
    return a
# output: <3.9
def f(a, b, g):
    a += (1, *b)
    a.x += (*b, 1)
    g[a] += (b, *a)
    return a
# output
def f(a, b, g):
    a += 1, *b
    a.x += *b, 1
    g[a] += b, *a
    return a


# case: many_entries_one_over_lines
def f(a, g):
    return {
        a.a1: lambda x: 1,
        a.a2: lambda x: 1,
        a.a3: lambda x: 1,
        a.a4: lambda x: 1,
        a.a5: lambda x: 1,
        a.a6: lambda x, y=(
            -2,
            -1,
        ): 1,
        a.a7: lambda x: 1,
        a.a8: lambda x: 1,
        a.a9: lambda x: 1,
        a.b1: lambda x: 1,
        a.b2: lambda x: 1,
        a.b3: lambda x: 1,
        a.b4: lambda x, dim=(-2, -1): 1,
        a.b5: lambda x: 1,
        a.b6: lambda x: 1,
        a.b7: lambda x: 1,
        a.b8: lambda x: 1,
        a.b9: lambda x: 1,
        a.c1: lambda x: 1,
        a.c2: lambda x, dim=(-2, -1): 1,
    }
# output
def f(a, g):
    return {
        a.a1: lambda x: 1,
        a.a2: lambda x: 1,
        a.a3: lambda x: 1,
        a.a4: lambda x: 1,
        a.a5: lambda x: 1,
        a.a6: lambda x, y=(-2, -1): 1,
        a.a7: lambda x: 1,
        a.a8: lambda x: 1,
        a.a9: lambda x: 1,
        a.b1: lambda x: 1,
        a.b2: lambda x: 1,
        a.b3: lambda x: 1,
        a.b4: lambda x, dim=(-2, -1): 1,
        a.b5: lambda x: 1,
        a.b6: lambda x: 1,
        a.b7: lambda x: 1,
        a.b8: lambda x: 1,
        a.b9: lambda x: 1,
        a.c1: lambda x: 1,
        a.c2: lambda x, dim=(-2, -1): 1,
    }


# case: dictionary_of_many_pairs
def f(a, b, c):
    return {
        a.a1: 1,
        a.a2: 2,
        a.a3: 3,
        a.a4: 4,
        a.a5: 5,
        a.a6: 6,
        a.a7: 7,
        a.a8: 8,
        a.a9: 9,
        a.b1: 10,
        a.b2: 11,
        a.b3: 1,
        a.b4: 2,
        a.b5: 1,
        a.b6: 1,
        a.b7: 1,
        a.b8: 1,
        a.b9: 1,
        a.c1: 1,
        a.c2: 1,
        a.c3: 1,
    }


# case: dictionary_of_many_pairs_between_stars
def f(a, b, c):
    return {
        **a,
        a.a1: 1,
        a.a2: 2,
        a.a3: 3,
        a.a4: 4,
        a.a5: 5,
        a.a6: 6,
        a.a7: 7,
        a.a8: 8,
        a.a9: 9,
        a.b1: 10,
        a.b2: 11,
        a.b3: 1,
        a.b4: 2,
        a.b5: 1,
        a.b6: 1,
        a.b7: 1,
        a.b8: 1,
        a.b9: 1,
        a.c1: 1,
        a.c2: 1,
        a.c3: 1,
        **a,
    }


# case: dictionary_of_many_texts
def f(a, b, c):
    return {
        "a1": a,
        "a2": 2,
        "a3": 3,
        "a4": 4,
        "a5": 5,
        "a6": 6,
        "a7": 7,
        "a8": 8,
        "a9": 9,
        "b1": 10,
        "b2": 11,
        "b3": 1,
        "b4": 2,
        "b5": 1,
        "b6": 1,
        "b7": 1,
        "b8": a,
        "b9": 1,
        "c1": a if b else c,
        "c2": 1,
        "c3": 1,
        **a,
    }
