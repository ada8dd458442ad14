"""Small functions over traced values: what the mutation tests take apart.

Every parameter is a traced value (`trace.Traced`), so any change of what is done,
in which order and under which condition leaves a mark.
"""

from __future__ import annotations

SUBJECTS = """
def straight(a, b, c):
    x = a + b
    y = x.left * 2
    x.right = y
    y[b] = c
    return x, y

def branches(a, b, c):
    if a < b:
        x = a.low
    elif b == c or not c:
        x = b.high
    else:
        x = c(1)
    return x + 1

def boolean_values(a, b, c):
    x = a and b or c
    y = not (a or b)
    z = a.one if b else c.two
    return [x, y, z, a < b < c]

def loops(a, b, c):
    total = 0
    for item in a:
        if item:
            continue
        if b(item):
            break
        total = total + item
    else:
        total = c
    while b:
        c = c - 1
        if c.stop:
            break
    return total

def nested_loops(a, b, c):
    found = None
    for x in a:
        for y in b:
            if x == y:
                found = x
                break
            c(x, y)
        else:
            continue
        break
    return found

def handlers(a, b, c):
    try:
        x = a(1)
        x.go()
    except KeyError as error:
        b(error)
        x = 1
    except (ValueError, TypeError):
        x = c.fallback
        raise
    else:
        x = b
    return x

def finals(a, b, c):
    try:
        x = a.open()
        if x:
            return b(x)
        c(x)
    finally:
        a.close()
    return c

def nested_handlers(a, b, c):
    result = 1
    try:
        try:
            a.first()
        finally:
            b.second()
        result = 2
    except KeyError:
        result = c.third()
    for item in a:
        try:
            b(item)
        except ValueError:
            continue
        finally:
            c(item)
        result = item
    return result

def contexts(a, b, c):
    with a as x, b.inner(2) as y:
        c(x, y)
        if x:
            return y
    with c:
        z = x + y
    return z

def unpacking(a, b, c):
    x, y = a, b
    x, y = y, x
    first, *rest = c
    (p, q), r = first
    return x, y, rest, p, q, r

def subscripts(a, b, c):
    a[b] += c
    a.n -= 1
    del a[1:b]
    x = a[b, 1]
    y = a[::c]
    del x
    return y

def calls(a, b, c):
    a(b, 1, key=c)
    x = a(*b, **{'k': 1})
    y = a.method(c, *b, other=2)
    return f'{x!r:>{y}} {c}'

def comprehensions(a, b, c):
    x = [i + b for i in a if i]
    y = {k: v for k in a for v in b(k)}
    z = (j.part for j in c)
    return x, y, list(z)

def closures(a, b, c):
    count = 0
    def inner(x, y=b, *, z=1):
        nonlocal count
        count = count + 1
        return a(x, y, z)
    w = lambda q: q + c
    first = inner(1)
    second = inner(2, z=c)
    return first, second, w(count), count

def generator(a, b, c):
    x = yield a
    for item in b:
        y = yield item + 1
        c(y)
    return x

def delegating(a, b, c):
    x = yield from a
    try:
        yield b
    finally:
        c.done(x)

def unbound(a, b, c):
    if a:
        x = b
    c(1)
    if b:
        y = 1
    return x, y

def classes(a, b, c):
    class Inner(a.base):
        'documented'
        value = b
        def method(self, x):
            return self.other + x
    return Inner

def imports(a, b, c):
    import os.path as p
    from collections import OrderedDict as d, deque
    a(p.sep, 1)
    return b(d, deque)

def globals_(a, b, c):
    global counter
    counter = a
    assert counter, b
    return counter + c

def identity(a, b, c):
    if a is b or c is None:
        return 1
    if a in c and b not in c:
        return 2
    return a is not c
"""
