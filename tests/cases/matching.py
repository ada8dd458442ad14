# python: >=3.10

# case: literals
def f(a):
    match a:
        case 1:
            return "one"
        case "two":
            return 2
        case None | True:
            return 3
        case _:
            return 0


# case: sequence
def f(a):
    match a:
        case [x, y]:
            return x + y
        case [x, *rest]:
            return rest
        case []:
            return 0


# case: mapping
def f(a):
    match a:
        case {"k": v, "l": 1}:
            return v
        case {"m": w, **rest}:
            return w, rest


# case: classes
def f(a, Point):
    match a:
        case Point(x=0, y=z):
            return z
        case Point(x, 1):
            return x
        case int():
            return 1


# case: guards
def f(a, g):
    match a:
        case [x, y] if x == y:
            g(1)
        case [x, y]:
            g(x, y)
    g(2)


# case: as_and_or
def f(a):
    match a:
        case [1 | 2 as x, (3 | 4) as y]:
            return x, y
        case str() as s:
            return s
    return None
# output
def f(a):
    match a:
        case [1 | 2 as x, 3 | 4 as y]:
            return x, y
        case str() as s:
            return s


# case: dotted_names
def f(a, Color):
    match a:
        case Color.RED:
            return 1
        case Color.BLUE:
            return 2
    return 3


# case: nested_patterns
def f(a):
    match a:
        case {"k": [x, {"l": y}]}:
            return x, y
    return 1


# case: in_loop
def f(items, g):
    for i in items:
        match i:
            case [x]:
                continue
            case [x, y]:
                break
        g(i)


# case: capture_with_guard_first
def f(a, g):
    match a:
        case x if x > 1:
            return 1
        case [y]:
            return y
        case _ if g():
            return 3
        case z:
            return z


# case: alternatives_that_capture
def f(a, g):
    match a.b:
        case (int() as x) | [int() as x, *_] | {"k": [_, x]}:
            g(x)
    g(3)


# case: alternatives_in_alternatives
def f(a, g):
    match a:
        case [1, 2 | [3, 4 | 5] as x, *_] | (str() | None as x):
            g(x)
        case {"a": 1 | 2, **rest} | [*rest]:
            g(rest)
    return a


# case: items_by_index
def f(a, g):
    match a:
        case [[x, *_], [*_, y], [_, *_], [z, _, *_, 1, _]]:
            g(x, y, z)
        case [_, _]:
            g()
    return a


# case: wildcard_arguments
def f(a, P):
    match a:
        case P(_, _, c=_):
            return 1
        case P.Q(x=None):
            return 2
        case {"a": _, P.key: 1}:
            return 3
    return 4


# case: fallthrough
def f(a, g):
    match a:
        case 1 | 2:
            r = 1
        case [x, y] if x is not y:
            r = x
        case str():
            pass
        case _:
            r = 0
    g(r)


# case: nested_statements
def f(node, g):
    match node:
        case [left, right]:
            match left:
                case 1:
                    return 5
                case [x]:
                    g(x)
        case g.Mul(left=left):
            for x in left:
                match x:
                    case [y]:
                        continue
                    case [y, z]:
                        break
                g(x)
    return node


# case: subject_in_async
async def f(items, g):
    async for e in items:
        match await e:
            case {"t": "a", "v": [first, *rest]}:
                yield first
            case {"t": str(kind)} if await g(kind):
                yield kind
            case _:
                g(0)


# case: alternatives_with_parts
def f(a, P, g):
    match a:
        case {"k": P(x=0, y=1) | [2] as z}:
            g(z)
        case {"k": [1, {}] | True} | {1: [[]]} | [] | "X" | {}:
            g(1)
        case [P(_, b, x=[c, *_]), {"l": d, **rest}]:
            g(b, c, d, rest)
    return a


# case: test_in_the_last_case
def f(a, s, value):
    match s:
        case int(real=float()):
            if a:
                value = 1
        case str(real=float()):
            if len(s) == 1:
                value = 2
    return value
# output: <3.11
def f(a, s, value):
    match s:
        case int(real=float()):
            if a:
                value = 1
        case str(real=float()) if len(s) == 1:
            value = 2
    return value


# case: local_read_twice_behind
def f(a, x, g):
    match x:
        case "a":
            y = g(a, 1)
        case "b":
            y = g(x, 2)
    a.run(y)
    return y.z


# case: last_case_does_nothing
def f(a, b):
    match a:
        case [x]:
            b(x)
        case 0:
            pass
    b()


# case: cases_that_do_nothing
def f(a, b):
    for z in a:
        match z:
            case 1:
                pass
            case [x, *_]:
                b(x)
            case {"a": 1, **y} if b(y):
                pass
            case 2 | 3:
                pass
        b(z)


# case: case_that_never_ends
def f(a, b):
    match a:
        case 3:
            while True:
                b()
        case None:
            pass


# case: case_that_only_goes_on_for_ever
def f(a):
    match a:
        case []:
            while True:
                pass


# case: returns_from_cases_in_a_with
def f(a, b, c):
    with a:
        match c:
            case 2:
                pass
            case [_]:
                return b
        b += 1


# case: return_from_a_try_in_a_case
def f(a, b):
    match a:
        case "s":
            try:
                return a()
            finally:
                b()
        case 2:
            pass


# case: module_that_ends_in_a_case_without_end
# scope: module
match a:
    case {"a": 1, **q}:
        b = a
    case _:
        while True:
            b()


# case: or_pattern_before_a_chained_assignment
def f(a, b):
    match a:
        case b.c | 3:
            x = y = 5
    return x(y)


# case: match_in_a_finally
def f(a, b, c):
    try:
        a()
    finally:
        match b:
            case []:
                c()
            case 3:
                b()
            case _:
                c(1)


# case: chain_stored_in_an_attribute_in_a_case
# python: >=3.11
# scope: module
match b:
    case [x]:
        f.a = e < a < f


# case: mapping_last_in_a_finally
# scope: module
try:
    a()
finally:
    match c:
        case []:
            b()
        case {"a": p}:
            pass


# case: display_of_a_mapping_behind_a_pattern
def f(a, b):
    c = b
    match a:
        case b.x | 3:
            return {**c, "k": f}


# case: with_that_returns_in_a_case
def f(a, b, c):
    match c:
        case {"a": p}:
            with a:
                return p
            b += 1
        case []:
            return a


# case: guard_on_lines_of_its_own
# python: >=3.10
def f(items, doc, limit):
    for item in items:
        match item:
            case list(first=str() as doc) if (
                limit
            ):
                limit = False
            case dict(x=1):
                break
        doc += 1
# output
def f(items, doc, limit):
    for item in items:
        match item:
            case list(first=str() as doc) if limit:
                limit = False
            case dict(x=1):
                break
        doc += 1


# case: captures_of_alternatives_that_are_returned
# python: >=3.10
def f(a, A, B, C):
    match a:
        case A():
            return 1
        case A(size) | B(size) | C(size):
            return size
        case _:
            raise C(a)


# case: captures_of_alternatives_at_the_end
# python: >=3.10
def f(a, A, B):
    match a:
        case A(size=size) | B(size=size):
            return size


# case: alternative_that_captures_a_tested_part
# python: >=3.10
def f(a, A, B, g):
    match a:
        case A(b) | B("not", A() as b):
            g(b)


# case: default_that_goes_elsewhere_than_a_case
# python: >=3.10
def f(items, A, a, b, c, d):
    for item in items:
        match item:
            case A():
                if a(item):
                    continue
            case _:
                try:
                    b()
                    continue
                except KeyError:
                    if c():
                        continue
        d()


# case: constant_subject
def f(a):
    with a:
        match 1:
            case max(0, 1):
                a = 0


# case: constant_subject_of_a_sequence
def f():
    x = 0
    match ():
        case []:
            x = 1
    return x


# case: a_part_or_the_whole
def f(a):
    match a:
        case [x] | x:
            return x


# output: >=3.12 <3.13
def f(a):
    tmp_0 = a
    match tmp_0:
        case [item_0]:
            tmp_0 = item_0
    x = tmp_0
    return x


# output
def f(a):
    tmp_0 = a
    match tmp_0:
        case [item_0]:
            tmp_1 = item_0
        case _:
            tmp_1 = tmp_0
    x = tmp_1
    return x
