"""Function bodies that between them use every construct. Names are probes."""

from __future__ import annotations

from typing import NamedTuple, Tuple

Version = Tuple[int, int]


class Program(NamedTuple):
    """A function ``f(a, b, c, d, e)``; all other names are globals."""

    source: str
    since: Version
    kind: str  # "plain", "generator", "coroutine"


_TEXT = """
return (a and b or c) and not (d or e)
---
x = a < b <= c is not d in e
return x
---
if not (a < b < c or d) and e: g()
---
n = 0
while a and (b or not c) and d < e < h:
    g()
    n += 1
    if n > 3: break
---
if (a if b else c) and d: g()
---
return a if b else c if d else (e and g)
---
return g(a if b else c, *(d or e), k=h and i)
---
x = [a or b, (c and d, e if h else g)][i and 0 or 1]
return x
---
assert a and (b or c), d or e
---
if (x := g()) and (y := x.h) is not None: return x, y
---
while True:
    if a(): break
    if b(): continue
    c()
x = 1
return x
---
n = 3
while n:
    n -= 1
    if b: continue
    if c: break
    d()
else:
    e()
h()
---
for x in a:
    for y in x:
        if y: break
    else:
        continue
    break
else:
    g()
---
for x in a: return x
return None
---
for i, (a.b, *c[0]) in [(1, d), (2, e)]: pass
---
for x in a:
    n = 3
    while n:
        n -= 1
        if b(): return x
        x -= 1
    else:
        continue
    g(x)
---
try: a()
except E as e:
    try: b(e)
    except F as h: return h
return e
---
for x in a:
    try:
        if x: continue
        if b(x): break
        return x
    finally:
        c()
---
try: return a()
finally:
    if b: return c
---
for x in a:
    try:
        try: return x
        finally:
            if b: break
    finally: g()
h()
---
try: a()
except (E, F): b()
except: raise
else: c()
finally: d()
e()
---
try:
    try: a()
    finally:
        try: b()
        except G: pass
finally: c()
---
n = 3
while n:
    n -= 1
    try: b()
    except E: continue
    else: break
    finally: c()
    d()
---
try: pass
except E: a()
---
try: a()
finally: h = lambda: (yield)
return h
---
try: a()
except E as e: pass
e = None
del e
---
# 3.11
try: a(); raise X("", [E(), G()])
except* E as e: b(e)
except* (F, G): pass
else: c()
finally: d()
---
# 3.14
try: a()
except E, F: b()
---
try:
    with a as x, b: return x.y
except E: pass
return 0
---
raise E("x") from (b or None)
---
for x in a:
    with x as (y, z), b(y):
        if z: break
        if y: continue
        g()
---
with a: pass
with b: return 1
---
with a as x:
    with x.y as z:
        try: return z(x)
        finally: b()
---
# generator
x = yield from a
y = (yield x) or (yield)
return y
---
# generator
with a: pass
with (yield): return 1
---
# generator
for x in a:
    try: yield x
    except E: b()
    finally: c()
---
# generator
try:
    x = yield a
    while x: x = yield x
except E as e:
    yield e
---
# coroutine
async with a as x, x.y:
    async for z in x:
        if await z: break
        g(z)
    else: return d
    await h()
---
# coroutine
x = await a
try: await x(await b)
except E: await c
finally: await d
---
# coroutine
async for x in a:
    if x: continue
    async with x as y: return y
else:
    await b
---
# coroutine
return [x async for x in a if await x], {y: z async for y in b for z in y}
---
# coroutine
return await g(await a, k=await b) if await c else (await d and await e)
---
x = 1
z = [x for x in a if x > 1]
return x, z
---
return [[x for x in y] for y in b], {x: {y for y in x} for x in c}
---
return [lambda: x + y for x in a for y in [x + 1]]
---
x = 5
z = [lambda: x for x in a]
return x, [w() for w in z]
---
return any(x > 1 for x in a) and tuple(y for y in b) or all(c)
---
if any((t := x) for x in a): return t
---
try: return [g(x) for x in a if x]
except E: return [b for b in b]
---
# 3.15
return [*x for x in [a, b]], {**x for x in [{1: 2}]}, list((*x for x in [c]))
---
# 3.10
match a:
    case {"k": [x, *_], **r} if x: return x, r
    case [1, (2 | 3), *q]: return q
    case str() | None: pass
    case P(y=0 | 1 as z): return z
    case _: return 0
---
# 3.10
match a, b:
    case (x, y) if x == y: c()
    case (x, _): d(x)
e()
---
# 3.10
for i in [1, (2, "s"), "s", -1, {}, {"k": [1, 2]}, [1, 2, 3], None]:
    match i:
        case {"k": [x, *_], **r} if c(x): g(x, r)
        case [1, (2 | 3), *q]: g(q)
        case -1 | 2.5 | "s": break
        case (x, "s") if b: continue
        case str() | None: d()
        case {}: return 0
        case int(n): g(n)
    e(i)
---
def h(x, /, y=a, *z, k=b, **w): return x, y, z, k, w
return h(1), h(1, 2, 3, k=4, m=5)
---
def h():
    nonlocal a
    a = c
    return b
x = h()
return a, x
---
class K(P):
    n = 3
    m = a
    def f(self, v=b): return super().__repr__ and v
return K.n, K.m, K.f(K())
---
import os.path as p, string
from collections import abc as y, OrderedDict
return p.join("a", "b"), string.digits, y.Sized, OrderedDict
---
global g1
g1 = a
del g1
---
a, b = b, a
a, b, c = c, a, b
a.x, b[0] = b[0], a.x
_, _, a = d
return a, b, c
---
a, *b, c = d
[x, (y, *z)] = [a, e]
return a, b, c, x, y, z
---
a[b][1:c] += d
a.b.c **= e
a[h(), :, ::2] @= 1
del a[1:], a[b].c
a -= b
a[1:2] = c
return a, b[1:c:d], b[:c]
---
return f"{a!r:>{b}}{{}}{c:%Y-%m}{e}", "%s|%r" % (a, b), f"{a=!s}"
---
return -0.0, True, 1.0, (1, (2, ...)), a in {1, "x"}, [1, 2, 3], {1, 2, 3}
---
return g(*b, c, *d, e=1, **{"q": a}), g(**{"x y": 1}), [*a, *b], {"k": b, **{1: c}}
---
return {*a, 1}, (*a, b), [*a, b, *c], g(*a), g(a, **{"x": b}), g(*a, **h)
---
return [a, b, c, d, e] * 2, {a: b, c: d, "k": e}, {"x": a, "y": b}, {a, b}, (a, b)
---
x = y = a
x += (z := b)
print_ = not x, -y, +z, ~a, a is b, a is not None, a not in b
return print_
---
del a
try: return a
except NameError: b()
---
x = a
x, y = b(x), x
for x in c: y = x, y
return y, x
---
def r(n): return n and (n, r(n - 1))
return r(3)
---
x: int = a
if x: y: int
a.b: int = c
return x
---
return a.b(c).d(e, k=b)[0](*c).f
---
if a:
    x = b
elif c:
    x = d
else:
    try: x = e()
    except E: x = None
return x
---
try:
    for x in a:
        if x: return b(x)
        try: c(x)
        except F: continue
        d()
except E as err:
    if err.args: raise
    raise G("y") from err
---
try:
    try: a()
    except E as x: raise F(b) from x
    except G: c(); raise
finally:
    d()
"""


def _program(text: str) -> Program:
    since, kind = (3, 8), "plain"
    lines = text.strip("\n").split("\n")
    while lines[0].startswith("# "):
        word = lines.pop(0)[2:]
        if word[0].isdigit():
            major, minor = word.split(".")
            since = (int(major), int(minor))
        else:
            kind = word
    start = "async def" if kind == "coroutine" else "def"
    body = "\n".join("    " + line for line in lines)
    return Program(f"{start} f(a, b, c, d, e):\n{body}\n", since, kind)


PROGRAMS: list[Program] = [_program(text) for text in _TEXT.split("\n---\n")]
