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
