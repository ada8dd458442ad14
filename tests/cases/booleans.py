# case: and_or_value
def f(a, b, c):
    x = a and b or c
    return x


# case: or_chain_value
def f(a, b, c):
    return a or b or c


# case: not_of_a_value
def f(a, b):
    return not a, not (a and b)


# case: and_condition
def f(a, b, c):
    if a and (b or not c):
        print(a)


# case: or_condition_with_else
def f(a, b):
    if a or b:
        print(1)
    else:
        print(2)
    print(3)


# case: negated_condition
def f(a, b):
    if not (a and b):
        print(1)
    return b
# output: <3.11
def f(a, b):
    if not a or not b:
        print(1)
    return b


# case: mixed_value_and_branch
def f(a, b, c, d, e):
    if (a and b or c) and not (d or e):
        return 1
    return 2
# output: <3.11
def f(a, b, c, d, e):
    if (a and b or c) and not d and not e:
        return 1
    return 2


# case: comparison_operators
def f(a, b):
    return a < b, a <= b, a == b, a != b, a > b, a >= b


# case: identity_and_membership
def f(a, b):
    return a is b, a is not b, a in b, a not in b


# case: none_tests
def f(a, b):
    if a is None:
        return 1
    if b is not None:
        return 2
    return a is None


# case: chained_comparison_value
def f(a, b, c):
    x = a < b < c
    return x


# case: chained_comparison_condition
def f(a, b, c, g):
    if a < b <= g(c) < 10:
        g(1)
    else:
        g(2)
    g(3)


# case: chained_comparison_negated
def f(a, b, c, g):
    if not a < b < c:
        g()


# case: chained_comparison_mixed_links
def f(a, b, c, d):
    x = a < b is not c in d
    return x


# case: conditional_value
def f(a, b, c, g):
    x = g(b) if a else g(c)
    g(x)
    g(a)
    g(b)
    return x


# case: conditional_argument
def f(a, b, c, g):
    g(a if b else c, k=b or c)


# case: conditional_nested
def f(a, b, c, d, g):
    g(a if b else c if d else a)


# case: conditional_as_condition
def f(a, b, c, g):
    if a if b else c:
        g()


# case: conditional_in_display
def f(a, b, c):
    return [a or b, (b and c, a if b else c)]


# case: walrus_in_condition
def f(g):
    if (x := g()) is not None:
        return x
    return 0


# case: walrus_in_short_circuit
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


# case: walrus_in_while
def f(read):
    while chunk := read():
        print(chunk)


# case: walrus_in_call
def f(g):
    g((x := g(1)), x)
    return [(y := x), y]


# case: assert_plain
def f(a):
    assert a
    return a


# case: assert_message
def f(a, b):
    assert a < b, f"{a} is too large"
    return a


# case: assert_short_circuit
def f(a, b, c, d, e):
    assert a and (b or c), d or e
    return a


# case: early_returns
def f(a, b):
    if a:
        return 1
    if b:
        return 2
    return 3


# case: if_elif_else
def f(a, g):
    if a == 1:
        g(1)
    elif a == 2:
        g(2)
    elif a == 3:
        g(3)
    else:
        g(4)
    g(5)


# case: nested_if_with_else
def f(a, b, g):
    if a:
        if b:
            g(1)
        else:
            g(2)
    else:
        g(3)
    g(4)


# case: if_with_empty_body
def f(a):
    if a:
        pass


# case: return_of_a_long_conditional
def f(a, b, c):
    if a:
        return b.first_method(c)
    return c.second_method(b)


# case: membership_decides_where_not_stands
def f(xs, b, c):
    for x in xs:
        if not b or x not in c:
            print(x)
        if not (b and x in c):
            print(x)


# case: membership_decides_about_a_guard
def f(self, xs, b):
    for x in xs:
        if x in b:
            continue
        print(x)
        print(b)
    if self.a is not b:
        return
    try:
        print(self)
    finally:
        print(b)


# case: membership_decides_about_pass
def f(key, cache, full):
    if key in cache:
        pass
    elif full:
        cache.clear()
    else:
        cache[key] = full
    return key


# case: nots_stand_apart
# python: >=3.11
def f(a, b, c):
    if not a and not b:
        print(1)
    if not (a or b):
        print(2)
    if not a or not b or not c:
        print(3)
    if not (a and b and c):
        print(4)
    if a and not (b or c):
        print(5)
    if a is not None and b is not None and not c:
        print(6)


# case: conditional_of_not
def f(a, b):
    x = None if not a else b
    print(x)
    return x


# case: values_that_nobody_uses
class K:
    a if b else c
    a not in b not in c
    a and b
    for x in a:
        b(x)


# case: named_operand
def f(a, g, x):
    g(a, (y := x) and a)
    a.one *= (y := x) or a
    return y


# case: constant_in_the_middle
def f(a, b, log):
    a = a and 1 or 0
    log.info(a and "yes" or "no")
    return (b and 1 or a) + 2


# case: chains_one_of_which_holds
def f(c):
    return "0" <= c <= "9" or "a" <= c <= "f" or "A" <= c <= "F"


# case: chain_with_names_in_the_middle
def f(a, b, c):
    if b < a() < (z := b.x) < c() < (w := z.d) < c:
        return z, w
    return b is a is (z := b) is not c


# case: not_not_as_value
def f(x, y):
    g(not not x, not not x.y)
    return not not x


# case: not_not_beside_tests
def f(x, y):
    while x:
        y = not not x and y
    return [i for i in x if i], not not x < y


# case: one_of_two_chains
def f(c):
    return (0 <= c <= 55295) or (57344 <= c <= 1114111)
# output
def f(c):
    return 0 <= c <= 55295 or 57344 <= c <= 1114111


# case: assertion_under_a_test
def f(x, s):
    if x in s:
        assert s[-1] is x
    assert x not in s or s[-1] is x


# case: arm_that_returns_something_else
def f(a, b, g):
    if a == 1:
        if b:
            return g[a]
        return g(a,
                 b)
# output
def f(a, b, g):
    if a == 1:
        if b:
            return g[a]
        return g(a, b)


# case: end_behind_statements_is_no_arm
def f(value, g):
    if value is not None:
        found = g(value)
        if g:
            found.x = g
        return found


# case: value_that_ends_in_two_ways_on_lines_of_their_own
def f(self, x):
    return (
        x > self.a
        if self.c[0] == "("
        else x >= self.a
    ) and (
        x < self.b
        if self.c[1] == ")"
        else x <= self.b
    )
# output
def f(self, x):
    return (
        (x > self.a if self.c[0] == "(" else x >= self.a)
        and (x < self.b if self.c[1] == ")" else x <= self.b)
    )


# case: chain_on_a_line_of_its_own
def f(c, g):
    return g(c) or \
        (65 <= g(c) <= 70) or (97 <= g(c) <= 102)
# output
def f(c, g):
    return g(c) or 65 <= g(c) <= 70 or 97 <= g(c) <= 102


# case: not_before_membership
# python: >=3.14
def f(x, seen, g):
    if not x in seen:
        seen[x] = g
    else:
        seen[x] = None
    if x not in seen:
        g(x)
    if not x is g:
        g(seen)
    return not x in seen
# output
def f(x, seen, g):
    if not x in seen:
        seen[x] = g
    else:
        seen[x] = None
    if x not in seen:
        g(x)
    if not x is g:
        g(seen)
    return x not in seen


# case: dropped_chains
def f(a, b, c, d, e):
    a == b == c < d
    a < b() < c < d < e
    for x in a:
        a < b < c
    a()


# case: dropped_chain_at_the_end
def f(a, b, c):
    a()
    a < b < c


# case: chain_in_a_return_of_a_try
def f(a, b, c):
    try:
        return a and b < a < c
    except KeyError:
        return c


# case: chain_as_an_arm
def f(a, b, c):
    if a:
        return a < b < c if a else c
    return a < b < c if c is None else c, a


# case: an_or_of_its_own_in_an_or
def f(a, b, c, g):
    x = (a or b) or c
    y = (a and b and c) and g
    for z in (x or y) or c or g:
        g((a or b) and c, a and b or c)
    return (x and y) and z
# output: <3.12
def f(a, b, c, g):
    x = a or b or c
    y = a and b and c and g
    for z in x or y or c or g:
        g((a or b) and c, a and b or c)
    return x and y and z
# output: >=3.14
def f(a, b, c, g):
    x = a or b or c
    y = a and b and c and g
    for z in x or y or c or g:
        g((a or b) and c, a and b or c)
    return x and y and z


# case: an_or_of_its_own_in_a_try
def f(a, b, c, g):
    try:
        x = (a == 1 or b == 2) or c
        if (a and b) and c:
            g(x)
        g((a or b or x) or c or g)
    except ValueError:
        g(1)
    return x
# output: <3.12
def f(a, b, c, g):
    try:
        x = a == 1 or b == 2 or c
        if a and b and c:
            g(x)
        g(a or b or x or c or g)
    except ValueError:
        g(1)
    return x
# output: >=3.15
def f(a, b, c, g):
    try:
        x = a == 1 or b == 2 or c
        if a and b and c:
            g(x)
        g(a or b or x or c or g)
    except ValueError:
        g(1)
    return x
# output
def f(a, b, c, g):
    try:
        x = (a == 1 or b == 2) or c
        if a and b and c:
            g(x)
        g((a or b or x) or c or g)
    except ValueError:
        g(1)
    return x


# case: a_flat_and_before_a_chain
def f(a, b, c):
    x = a() and b is not None and 1 <= a <= b
    return x, a() and b and (a == 1 and b or c and a)


# case: a_flat_and_returned
def f(a, b, c):
    return a() and b is not None and 1 <= a <= b <= c


# case: and_of_its_own_in_a_generator
# python: >=3.14 <3.15
def f(a, b, c):
    yield [a, (b and not a) and c]
