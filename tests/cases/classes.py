# case: class_in_function
def f():
    class A:
        x = 1

    return A


# case: class_with_methods
def f(base):
    class A(base):
        """A class."""

        x = 1

        def __init__(self, y):
            self.y = y

        def get(self):
            return self.y + self.x

    return A


# case: class_with_keywords
def f(base, meta):
    class A(base, metaclass=meta, flag=True):
        pass

    return A


# case: class_with_decorated_members
def f():
    class A:
        @property
        def x(self):
            return 1

        @staticmethod
        def y():
            return 2

        @classmethod
        def z(cls):
            return cls

    return A


# case: decorated_class
def f(deco):
    @deco(1)
    class A:
        pass

    return A


# case: super_call
def f(base):
    class A(base):
        def m(self, x):
            return super().m(x)

    return A


# case: super_with_arguments
def f(base):
    class A(base):
        def m(self, x):
            return super(A, self).m(x)

    return A


# case: class_cell
def f():
    class A:
        def m(self):
            return __class__

    return A


# case: closure_in_class
def f(x):
    class A:
        y = x

        def m(self):
            return x

    return A


# case: private_names
def f():
    class A:
        __p = 2

        def m(self, *, __k=1):
            self.__q = __k
            return self.__p, self.__q

    return A


# case: class_with_control_flow
def f(a):
    class A:
        if a:
            x = 1
        else:
            x = 2
        for y in range(3):
            print(y)

    return A


# case: nested_classes
def f():
    class A:
        class B:
            z = 1

        w = B.z

    return A


# case: comprehension_in_class
def f():
    class A:
        n = 3
        z = [i for i in range(n)]

    return A


# case: class_annotations
# python: <3.14
def f():
    class A:
        x: int = 1
        y: str

    return A


# case: class_annotations_deferred
# python: >=3.14
def f():
    class A:
        x: int = 1
        y: str

    return A


# case: generic_class
# python: >=3.12
def f(base):
    class A[T](base):
        def m(self, x: T) -> T:
            return x

    return A


# case: class_ends_with_if
def f(x):
    class A:
        """Doc."""

        def m(self):
            return super().m()

        if x:
            y = 1
        else:
            z = 2

    return A


# case: annotations_in_order
# scope: module
class A:
    """Doc."""

    x: int = 1
    y: str
    if x:
        w: int = 2
    z: list = []


# case: class_variable_shadows_enclosing
def f(x):
    class C:
        global x
        y = x

    return x, C


# case: generic_with_everything
# python: >=3.13
# scope: module
type A[T = int, *Ts = *tuple[int, str], **P = [int]] = dict[T, "A"]


class C[T: (int, str), *Ts, **P](B, m=1):
    def m[U: T](self, x: T, y: U = 1, *, z: T = 2) -> list[U]:
        return x


# case: text_annotations_under_conditions
# scope: module
from __future__ import annotations

import sys

if sys:
    x: int = 1
    y: a.b


# case: augmented_nonlocal_in_class
def f(x):
    class A:
        nonlocal x
        x += 1

        def get(self):
            return x

    return A


# case: method_that_calls_a_global_of_its_own_name
def f(w):
    class A:
        def f(self):
            return f(w)

    return A


# case: name_that_nothing_reachable_binds
# scope: module
def f(x):
    class K:
        x()
        if 0:
            x = 1

    return K
# output
def f(x):
    class K:
        if False:
            x = None
        x()

    return K


# case: class_with_control_flow_that_raises_at_the_end
def f(a):
    class K:
        try:
            a()
        except KeyError:
            pass
        else:
            raise

    return K


# case: annotation_under_a_condition_that_is_false
# python: >=3.14
# scope: module
x: int = 1
if False:
    y: str
z: float = 2.0


def f():
    return x


# case: annotations_of_which_only_the_dictionary_is_left
# python: <3.14
# scope: module
class C:
    a.b: int
    c = 1


class D:
    if False:
        x: int


# output
class C:
    a
    int
    c = 1
    if False:
        _: ...


class D:
    if False:
        _: ...


# case: module_that_begins_with_all_that_comes_first
# scope: module
"""What it is for."""
from __future__ import generator_stop

x: int
y: int = 1


# case: super_that_is_never_reached
def f(a):
    class K(a):
        def run(self):
            return 1
            return super().run()

    return K


# output
def f(a):
    class K(a):
        def run(self):
            nonlocal __class__
            return 1

    return K


# case: class_with_control_flow_behind_an_arm_that_raises
def f(a, b):
    class K:
        if a:
            x = a()
        else:
            raise b
        y = x

    return K
# output: >=3.10 <3.11
def f(a, b):
    class K:
        if a:
            x = a()
            y = x
        else:
            raise b

    return K


# case: class_with_control_flow_whose_last_arm_raises
def f(a, b):
    class K:
        if a:
            x = a()
            y = x
        else:
            raise b

    return K


# case: class_with_control_flow_in_dropped_chains
def f(a, b, c, d):
    class K:
        a < b < c is d
        x = 1
        a == b == c

    return K


# case: class_with_control_flow_that_ends_with_a_match
# python: >=3.10
def f(a):
    class K:
        match a:
            case int() as x:
                a()
            case 0:
                pass

    return K


# case: module_that_ends_in_a_loop
# scope: module
while not a:
    try:
        f()
    except KeyError as e:
        b()
# output
while not a:
    try:
        f()
    except KeyError as e:
        b()


# case: module_with_a_loop_in_a_handler_before_the_end
# scope: module
try:
    a()
except KeyError:
    for f in d:
        g(f)
else:
    while a:
        del a
    f()


# case: own_annotate
# python: >=3.14
def f():
    class C:
        a: int

        def __annotate__(format):
            if format > 2:
                raise NotImplementedError
            return {"a": str}

    return C


# case: nonlocal_class_beside_a_method_that_asks_for_its_own
def f():
    class A:
        def g(self):
            class X:
                nonlocal __class__
                __class__ = 42

                def h():
                    return __class__

            return X

    return A


# case: attribute_annotated_in_a_class
# python: >=3.14
def f(x):
    class A:
        x.a: int = 0

    return A


# output
def f(x):
    class A:
        x.a: ... = 0

    return A


# case: type_parameters_that_are_private
# python: >=3.12
def f():
    class A[__T]:
        x = __T

        def g[__U](self, a: __T, b: __U):
            return __T, __U

        type B[__V] = (__T, __V)

    return A


# case: type_parameter_captured_in_a_comprehension_of_its_name
# python: >=3.12
def f():
    def g[T: [lambda: T for T in (T, [1])[1]]]():
        return [lambda: T for T in T.__name__]

    return g
