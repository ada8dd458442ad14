# case: yield_statement
def f(items):
    for x in items:
        yield x


# case: yield_value
def f(g):
    x = yield
    y = yield x
    g((yield y))


# case: yield_from_statement
def f(a):
    yield from a


# case: yield_from_value
def f(a):
    x = yield from a
    return x


# case: yield_in_expression
def f(a, x):
    y = (yield x) or (yield)
    return y


# case: yield_in_try
def f(g):
    try:
        yield 1
    finally:
        g()


# case: yield_in_with
def f(m):
    with m as x:
        yield x


# case: yield_in_while
def f(a):
    while True:
        yield a
        a += 1


# case: yield_tuple
def f(a, b):
    yield a, b


# case: generator_with_return
def f(a):
    if a:
        yield 1
        return
    yield 2


# case: yield_from_in_loop
def f(tree):
    for child in tree:
        yield from child
    yield tree


# case: lambda_generator
def f():
    return lambda: (yield)


# case: no_yield_is_reached
def f(a):
    if False:
        yield
    return a
