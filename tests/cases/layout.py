# python: >=3.11

# case: else_after_return
def f(a, b):
    if a:
        return 1
    else:
        return b


# case: no_else_after_return
def f(a, b):
    if a:
        return 1
    return b


# case: elif_after_raise
def f(a, b, g):
    if a:
        raise ValueError
    elif b:
        g(1)
        return 2
    else:
        g(2)
    return 3


# case: else_at_the_end
def f(a, g):
    if a:
        g(1)
    else:
        g(2)


# case: return_at_the_end
def f(a, g):
    if a:
        g(1)
        return
    g(2)


# case: guard_at_the_start
def f(a, g):
    if not a:
        return
    try:
        g(1)
    except KeyError:
        return
    g(2)


# case: nested_tests
def f(a, b, g):
    if a:
        if b:
            g(1)
    if a and b:
        g(2)


# case: continue_or_nested
def f(xs, g):
    for x in xs:
        if not x:
            continue
        g(x)
    for x in xs:
        if x:
            g(x)


# case: return_after_try
def f(a, g):
    try:
        b = g(a)
    except KeyError:
        return 1
    return b is not None


# case: return_in_try
def f(a, g):
    try:
        b = g(a)
        return b is not None
    except KeyError:
        return 1


# case: after_endless_loop
def f(a, g):
    while True:
        if g(a):
            break
        g(1)
    g(2)


# case: last_break
def f(xs, g):
    while xs:
        if g(xs):
            g(1)
            break


# case: long_tests_break_at_their_weakest_operator
def f(match, pattern):
    if (
        match.group("named of a pattern") is None
        and match.group("braced of a pattern") is None
        and match.group("escaped of a pattern") is None
    ):
        raise ValueError("Unrecognized named group in pattern", pattern)
    return True


# case: an_if_around_long_code_in_a_loop
def f(cls, names):
    for c in cls.mro:
        if "s" in c.d:
            slots = c.d["s"]
            if isinstance(slots, str):
                slots = (slots,)
            for name in slots:
                if name in ("a", "b"):
                    continue
                names.append(name)


# case: an_if_around_a_condition
def f(items, h, g):
    for i, (op, arg) in enumerate(items):
        if op == h and i >= 2:
            a = items[i - 1]
            b = items[i - 2]
            if a[0] in h and b[0] in h:
                level = g(b, a)
                names = g(a, b)
                yield arg, level, names


# case: arms_that_call
def f(path, one, other):
    return one(path) if path else other(path)


# case: if_beside_a_parallel_assignment
def f(a, prefix):
    for group in a:
        first, last = group[0], group[-1]
        for tag in group:
            if tag != first:
                for line in a[last:]:
                    yield prefix[tag] + line


# case: parts_of_a_test_on_lines_of_their_own
def f(pairs, known, g):
    for a, b in pairs:
        if (a in known and
            (b in known or b == 7)):
            yield g(a, b)
        if a.x > 1 and b.y > 2 and \
              b.z > 3:
            g(b)
# output
def f(pairs, known, g):
    for a, b in pairs:
        if a in known and (b in known or b == 7):
            yield g(a, b)
        if a.x > 1 and b.y > 2 and b.z > 3:
            g(b)


# case: test_in_a_test_at_the_end_of_a_loop
def f(xs, y, g):
    try:
        g(y)
    finally:
        for x in xs:
            g(x)
            if x == 0:
                if y.x:
                    y.z = True


# case: all_of_a_loop_under_not
def f(pairs, g):
    for u, v in pairs:
        if not (g(u) or g(v)):
            both = {u, v}
            try:
                yield g(both)
            except ValueError:
                yield u


# case: try_behind_a_loop
def f(xs, g):
    for x in xs:
        y = g(x)
        if y is not None:
            break
    else:
        raise ValueError(xs)
    try:
        z = g(y)
        return z.x
    except KeyError as error:
        raise ValueError(y) from error


# case: code_behind_an_if_whose_else_raises
def f(a, b, c):
    if a:
        b()
    else:
        raise c
    b(1)
    b(2)


# case: code_in_an_arm_beside_one_that_raises
def f(a, b, c):
    if a:
        b()
        b(1)
        b(2)
    else:
        raise c


# case: code_behind_a_chain_whose_other_arms_raise
def f(x, a, b, c):
    for y in x:
        if a:
            raise b
        elif c:
            b()
        else:
            raise c
        b(y)
        b(2)
# output: <3.11
def f(x, a, b, c):
    for y in x:
        if a:
            raise b
        if c:
            b()
        else:
            raise c
        b(y)
        b(2)


# case: a_choice_joined_with_a_text_over_lines
def f(self, order):
    return (
        self.annotate()
        .order_by(("-" if order == "DESC" else "") + "datefield")
    )
# output
def f(self, order):
    return self.annotate().order_by(("-" if order == "DESC" else "") + "datefield")


# case: short_end_written_twice
def f(self, r):
    if r.a:
        if r.b:
            self.done = True
            return
        r.c()
    elif not self.d:
        self.done = True
    else:
        r.e()
