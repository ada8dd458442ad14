# case: with_plain
def f(m, g):
    with m:
        g()


# case: with_as
def f(m, g):
    with m() as x:
        g(x)
    g(1)


# case: with_two_items
def f(a, b, g):
    with a() as x, b(x) as y:
        g(x, y)
    g(1)


# case: with_tuple_target
def f(m, g):
    with m() as (x, y):
        g(x, y)


# case: with_return
def f(m, g):
    with m() as x:
        return g(x)


# case: with_in_loop
def f(items, g):
    for x in items:
        with x as y:
            if y:
                break
            if g(y):
                continue
            g(1)
    g(2)


# case: with_in_try
def f(m, g):
    try:
        with m() as x:
            g(x)
    except ValueError:
        g(1)
    return 0


# case: try_in_with
def f(m, g):
    with m() as x:
        try:
            g(x)
        except ValueError:
            g(1)
        finally:
            g(2)
    g(3)


# case: with_branch
def f(m, g, a):
    with m:
        if a:
            g(1)
        else:
            g(2)
    g(3)


# case: with_nested_and_code_between
def f(a, b, g):
    with a:
        g(1)
        with b:
            g(2)
        g(3)
    g(4)


# case: loop_in_with
def f(m, items, g):
    with m as x:
        for y in items:
            g(x, y)
    return x


# case: with_empty_body
def f(m):
    with m:
        pass


# case: with_attribute_target
def f(m, o):
    with m as o.x:
        o.go()


# case: with_empty_body_in_with
def f(a, b, g):
    try:
        with a() as x, b():
            pass
    except OSError:
        g(1)
    g(x)


# case: last_in_an_except_clause
def f(a, b):
    try:
        a()
    except KeyError:
        with b as c:
            pass
    a()


# case: return_in_a_loop_in_a_with
# python: >=3.11
def f(self, a):
    with self.lock:
        for c, e in self.events:
            if c == a:
                return e
        n = self.make()
        self.events.append(n)
    return n


# case: with_that_only_continues
def f(a, b, c):
    for w in a:
        with b as x, c as z:
            continue
# output
def f(a, b, c):
    for w in a:
        with b as x, c as z:
            pass


# case: loop_of_a_try_in_a_with
def f(a):
    with a:
        while a:
            try:
                del a.b
            except NameError:
                pass
