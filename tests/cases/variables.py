# case: global_store
def f():
    global counter
    counter = 1


# case: global_augmented
def f():
    global counter
    counter += 1
    return counter


# case: global_read
def f():
    return counter


# case: global_del
def f():
    global counter
    del counter


# case: two_globals
def f(x):
    global a, b
    a = x
    b = x


# case: del_local
def f(x):
    y = x
    del x
    return y


# case: del_attribute_and_item
def f(a, b):
    del a.x
    del a[b]
    del a[1:2]


# case: nonlocal_del
def f(x):
    def g():
        nonlocal x
        del x

    return g


# case: del_closure
def f(x):
    def g():
        return x

    del x
    return g


# case: import_plain
def f():
    import os

    return os


# case: import_dotted
def f():
    import os.path

    return os


# case: import_as
def f():
    import os as o
    import os.path as p
    import a.b.c as d

    return o, p, d


# case: import_from
def f():
    from os import path
    from os import sep as s

    return path, s


# case: import_from_several
def f():
    from os import path, sep as s, linesep

    return path, s, linesep


# case: import_relative
def f():
    from . import a
    from ..b import c as d

    return a, d


# case: import_star
# scope: module
from os.path import *


# case: import_global
def f():
    global np
    import numpy as np


# case: import_in_try
def f():
    try:
        import json
    except ImportError:
        json = None
    return json


# case: import_several
def f():
    import a
    import b

    return a, b


# case: global_read_under_local
def f():
    x = 1

    def g():
        global x
        return x

    def h():
        global x
        return lambda: x

    return g, h, x


# case: global_named_like_comprehension_variable
def f(y):
    z = [x for x in y]

    def g():
        return x

    return g, z


# case: cell_that_nothing_binds
def f(a):
    def h():
        return z

    if 0:
        z = 1
    return h
# output
def f(a):
    z: None

    def h():
        return z

    return h


# case: local_that_nothing_binds
def f(a):
    if 0:
        x = 1
    return x
# output
def f(a):
    x: None
    return x


# case: cell_that_nothing_captures
def f(a):
    a.one()
    return a
    lambda: a
# output
def f(a):
    a.one()
    return a


# case: parallel_assignment_of_what_may_be_unbound
def f(a):
    if a:
        x, y = a
    x, y = y, x
    return x


# case: nonlocal_that_is_not_used
def f():
    a = 1

    def g():
        nonlocal a

    return g.__closure__


# case: unpackings_that_change_places
def f(a, b, c, d, g):
    (a, b), (c, d) = (c, d), (a, b)
    (a, b), (c, *d) = g(c), g(a, b)
    return a, b, c, d
