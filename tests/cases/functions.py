# case: nested_function
def f(x):
    def inner(y):
        return y + 1

    return inner(x)


# case: lambda_that_uses_nothing
def f(x):
    return lambda: 1 if True else x


# case: lambdas_nobody_keeps
def f(x, y):
    z = x(1)
    lambda w=z: x
    lambda w=z: y
    lambda w=z: x
    return 5


# case: closure
def f(x):
    def inner(y):
        return x + y

    return inner


# case: nonlocal_counter
def f():
    n = 0

    def inner():
        nonlocal n
        n += 1
        return n

    return inner


# case: parameters
def f(a, /, b, c=1, *args, d, e=2, **kwargs):
    return a, b, c, args, d, e, kwargs
# output
def f(a, /, b, c, *args, d, e, **kwargs):
    return a, b, c, args, d, e, kwargs


# case: nested_parameters
def f(x):
    def inner(a, /, b, c=1, *args, d, e=x, **kwargs):
        return a, b, c, args, d, e, kwargs

    return inner


# case: keyword_only
def f(x):
    def inner(*, a, b=(1, 2)):
        return a, b

    return inner


# case: mutable_defaults
def f():
    def inner(a=[], b={}, c=None):
        return a, b, c

    return inner


# case: lambdas
def f(x):
    g = lambda: 1
    h = lambda a, *b, c=x, **d: (a, b, c, d)
    return g, h, lambda y: x + y


# case: lambda_with_condition
def f(g):
    return g(lambda a, b: a if b else -a)


# case: lambda_with_and
def f(g):
    return sorted(g, key=lambda a: a and a[0])


# case: nested_lambdas
def f(x):
    return lambda a: lambda b: a + b + x


# case: decorators
def f(deco, other):
    @deco
    @other.make(1)
    def inner(x):
        return x

    return inner


# case: annotations
# python: <3.14
def f(t):
    def inner(a: int, *b: t, c: "text" = 1) -> list:
        return a, b, c

    return inner


# case: annotations_deferred
# python: >=3.14
def f(t):
    def inner(a: int, *b: t, c: "text" = 1) -> list:
        return a, b, c

    return inner


# case: docstring
def f():
    """Returns one."""
    return 1


# case: docstring_of_several_lines
def f(x):
    """Returns x.

    There is more:
        - indented
    """
    return x


# case: nested_docstring
def f():
    def inner():
        """Inner's text.

        More of it.
        """
        return 1

    return inner


# case: string_that_is_no_docstring
def f():
    return "not a docstring"


# case: recursive_closure
def f(n):
    def fact(k):
        return 1 if k < 2 else k * fact(k - 1)

    return fact(n)


# case: three_levels
def f(a):
    def g(b):
        def h(c):
            return a + b + c

        return h

    return g


# case: empty_function
def f():
    pass


# case: nested_generator
def f(items):
    def inner():
        for x in items:
            yield x

    return list(inner())


# case: function_in_branch
def f(a):
    if a:

        def g():
            return 1

    else:

        def g():
            return 2

    return g


# case: parameter_is_cell
def f(a, *args, b, **kwargs):
    return lambda: (a, args, b, kwargs)


# case: type_parameters
# python: >=3.12
def f():
    def inner[T: int, *Ts, **P](x: T) -> T:
        return x

    return inner


# case: type_alias
# python: >=3.12
def f():
    type Pair[T] = tuple[T, T]
    return Pair


# case: lambda_of_none
def f():
    return lambda: None


# case: list_display_as_arguments
def f(g, a, more):
    g(*[1, a], **more)
    g(*[], **more)
    return g(*[*a], **{**more, "a": 1})


# case: star_annotations
# python: >=3.11
def f(Ts):
    def g(a: int, *args: *Ts, b: Ts[0] = 3) -> tuple[*Ts]:
        return args

    async def h(*args: *tuple[int, ...]):
        pass

    return g, h


# case: star_annotations_of_generics
# python: >=3.12
def f():
    def g[*Ts](*args: *Ts) -> tuple[*Ts]:
        return args

    class C:
        @staticmethod
        def h[*Ts](a, *args: *Ts):
            return args

    return g, C


# case: decorated_with_parameters_on_lines
# scope: module
from __future__ import annotations


def g(a=None):
    pass


@s.parse("v", "v", "v", "v", "f", "b", "v", "b")
def f(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attn_mask: torch.Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    scale: float | None = None,
    enable_gqa: bool = False,
):
    raise AssertionError("is_causal and attn_mask cannot be set at the same time")


# case: ellipsis_in_text_annotations
# scope: module
from __future__ import annotations


def f(
    a: Optional[Callable[..., None]],
    b: C[...],
    c: C[Ellipsis, None],
    d: Literal['a', 'b'],
    e: Callable[[('a', 'b')], x],
) -> C[..., x:y]:
    return a


e: Callable[..., None] = f


# case: many_keywords_from_a_display
# python: <3.10
def f(g, a):
    return g(
        **{
            "a0": a,
            "a1": a,
            "a2": a,
            "a3": a,
            "a4": a,
            "a5": a,
            "a6": a,
            "a7": a,
            "b0": a,
            "b1": a,
            "b2": a,
            "b3": a,
            "b4": a,
            "b5": a,
            "b6": a,
            "b7": a,
        }
    )
