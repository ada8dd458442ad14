"""Objects whose special methods raise, print or count, wherever a program keeps them."""
import torch

calls = []


class Counting:
    def __init__(self):
        self.n = 2

    def __repr__(self):
        calls.append("repr")
        return "counted"

    def __eq__(self, other):
        calls.append("eq")
        return self is other

    def __hash__(self):
        calls.append("hash")
        return 1

    def __bool__(self):
        calls.append("bool")
        return True

    def __len__(self):
        calls.append("len")
        return 1


class Raising:
    n = 3

    def __repr__(self):
        raise RuntimeError("repr")

    __str__ = __repr__

    def __eq__(self, other):
        raise RuntimeError("eq")

    def __hash__(self):
        raise RuntimeError("hash")

    def __bool__(self):
        raise RuntimeError("bool")


class Printing:
    def __getattr__(self, name):
        if not name.startswith("__"):
            print("asked for", name)
        if name == "n":
            return 4
        raise AttributeError(name)

    def __repr__(self):
        print("shown")
        return "printing"


class Meta(type):
    def __repr__(cls):
        raise RuntimeError("repr of a class")

    def __eq__(cls, other):
        return cls is other

    __hash__ = type.__hash__


class OfMeta(metaclass=Meta):
    n = 5


class BadError(Exception):
    def __str__(self):
        raise RuntimeError("str")

    __repr__ = __str__


KEPT = {"counting": Counting(), "raising": Raising(), "printing": Printing()}
COUNTING, RAISING, PRINTING = KEPT.values()


class Holder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.counting = COUNTING
        self.raising = RAISING
        self.kind = OfMeta

    def forward(self, x):
        y = x * self.counting.n + self.raising.n
        torch._dynamo.graph_break()
        return y * self.kind.n


def by_argument(x, thing):
    y = x * thing.n
    torch._dynamo.graph_break()
    return y + thing.n


def by_global(x):
    y = x * PRINTING.n + COUNTING.n
    torch._dynamo.graph_break()
    return y, RAISING


def by_default(x, thing=COUNTING, *, other=RAISING):
    torch._dynamo.graph_break()
    return x + thing.n + other.n


def by_closure():
    counting, raising = COUNTING, RAISING

    def inner(x):
        y = x + counting.n
        torch._dynamo.graph_break()
        return y * raising.n

    return inner


def raises(x):
    torch._dynamo.graph_break()
    raise BadError(x.shape)


def told(function, *args):
    calls.clear()
    try:
        result = torch.compile(function, backend="eager")(*args)
    except BaseException as error:
        print(type(error).__name__, len(calls))
        return
    if isinstance(result, tuple):
        result = result[0]
    print(result.tolist(), sorted(calls))


x = torch.ones(2)
told(Holder(), x)
for thing in KEPT.values():
    told(by_argument, x, thing)
    told(by_argument, x, thing)
told(by_global, x)
told(by_default, x)
told(by_closure(), x)
told(raises, x)
told(torch.nn.Module.__call__, Holder(), x)
