# case: list_comprehension
def f(items):
    return [x + 1 for x in items]


# case: set_and_dict_comprehension
def f(items):
    a = {x for x in items}
    b = {x: y for x, y in items}
    return a, b


# case: generator_expression
def f(items):
    return (x for x in items)


# case: generator_argument
def f(items):
    return sum(x * x for x in items)


# case: filter
def f(items):
    return [x for x in items if x]


# case: filter_with_and
def f(items, a):
    return [x for x in items if x > 1 and a]


# case: filter_with_or
def f(items, a):
    return [x for x in items if x > 1 or a]


# case: two_clauses
def f(rows):
    return [x for row in rows for x in row]


# case: two_clauses_with_filters
def f(rows):
    return [x for row in rows if row for x in row if x > 0]


# case: nested_comprehension
def f(rows):
    return [[x + 1 for x in row] for row in rows]


# case: closure_in_comprehension
def f(items, n):
    return [x + n for x in items]


# case: lambda_in_comprehension
def f(items):
    return [lambda: x for x in items]


# case: comprehension_shadows_local
def f(y):
    x = 1
    z = [x for x in y if x > 1]
    return x, z


# case: comprehension_in_condition
def f(items):
    if [x for x in items if x]:
        return 1
    return 2


# case: comprehension_in_loop
def f(rows, g):
    for row in rows:
        g([x for x in row])


# case: conditional_element
def f(items, a):
    return [x if a else -x for x in items]


# case: tuple_target
def f(pairs):
    return {k: (a, b) for k, (a, b) in pairs}


# case: walrus_in_filter
def f(items, g):
    return [y for x in items if (y := g(x))]


# case: any_and_all
def f(items):
    return any(x > 1 for x in items) and all(items)


# case: any_in_condition
def f(items):
    if any(x for x in items):
        return 1
    return 2


# case: tuple_list_set_of_generator
def f(items):
    a = tuple(x for x in items)
    b = list(x for x in items)
    c = set(x for x in items)
    return a, b, c


# case: comprehension_as_statement_argument
def f(items, g):
    g(*[x for x in items], k={x for x in items})


# case: comprehension_over_call
def f(n, g):
    return [g(i) for i in range(n)]


# case: comprehension_in_try
def f(items, g):
    try:
        return [g(x) for x in items]
    except ValueError:
        return []


# case: dict_comprehension_with_filter
def f(d):
    return {k: v for k, v in d.items() if v is not None}


# case: single_clause_with_filter
# python: >=3.9
def f(a, b):
    return [x + y for x in a for y in [x + 1] if y for z in [y] if z]


# case: single_clause_unpacking
# python: >=3.9
def f(b):
    return [x for i in b for x, y in [i] if x]


# case: comprehension_as_statement
def f(t):
    [x for x in t]
    {u: 1 for u in t}


# case: target_is_cell_outside
def f(a):
    return [y for x in a if (y := f(x)) and any(y in z for z in [y for y in x])]


# case: result_replaces_its_target
def f(x):
    x = [x for x in x]
    return x


# case: comprehensions_around_uses_of_their_target
def f(g, x, y):
    g(x, [x for x in y], x)
    return {x: [a for a in x] for x in y}


# case: generator_in_comprehension_filter
def f(a):
    return [x for x in a if any(y for y in x if all(z for z in y))]


# case: comprehension_and_walrus_in_module
# python: >=3.9
# scope: module
if a:
    [(u := v) for v in t]
    b = [t for t in t]


# case: unpacking_generator
# python: >=3.15
def f(a, c):
    return (*x for x in c), {*x for x in a if x}


# case: unpacking_async
# python: >=3.15
async def f(a):
    return [*x async for x in a]


# case: condition_that_is_never_true
def f(items, a):
    x = [a for y in items if 0]
    [a for y in items if 0]
    return x, (a for y in items if 0)
# output: <3.10
def f(items, a):
    x = [a for y in items if 0]
    [a for y in items if 0]
    return x, (a for y in items if 0)
# output: <3.12
def f(items, a):
    x = [(a,) for y in items if False]
    [(a,) for y in items if False]
    return x, ((a,) for y in items if False)
# output
def f(items, a):
    x = [None for y in items if False]
    [None for y in items if False]
    return x, ((a,) for y in items if False)


# case: named_like_a_local_that_nothing_binds
def f():
    if 1:
        [a for w in w]
    else:
        w = 1
# output
def f():
    w: None
    [a for w in w]


# case: named_operand_of_a_variable_declared_outside
# python: >=3.8
def f(a):
    n = None

    def g():
        nonlocal n
        return [(n := i) for i in a]

    def h():
        global m
        return {(m := i) for i in a if i}

    return g(), h(), n


# case: hides_a_variable_that_only_dead_code_shares
def f(a, b):
    w = a
    return [w for w in b]
    assert lambda: w
# output
def f(a, b):
    w = a
    return [w for w in b]


# case: keywords_unpacked_in_the_second_loop
def f(a, b, c, d):
    return {a(x, **d) for x in b for y in c}


# case: over_a_comprehension
def f(xs, g):
    a = [g(x) for x in [g(y) for y in xs]]
    b = {x for x in [y.x for y in list(xs)] if x is not None}
    return [(k, a) for k in {i for _, i in b}]


# case: nonlocal_of_a_name_in_a_comprehension
# scope: module
def f(a, g):
    z = g(a)

    def h():
        nonlocal z
        return [z for z in a]
    return h


# case: class_with_control_flow_about_a_local_of_the_function
def f(d, c):
    class K:
        y = [a for x in c if d]
        z = [[d for x in q] for q in d]
        for q in d:
            w = {x: d for x in q}

    return K


# case: in_a_class_that_has_a_variable_of_that_name
def f(d, c):
    class K:
        d = d
        y = [d for x in c]

    return K


# case: comprehension_behind_a_value
def f(a, s):
    return a + [x for x in s or []]


# case: comprehension_over_a_display_with_a_choice
def f(a, h):
    return [h for d in (a.b, *(a.c or []))]
# output: >=3.14 <3.15
def f(a, h):
    return [h for d in [a.b, *(a.c or [])]]
# output
def f(a, h):
    return [h for d in (a.b, *(a.c or []))]
