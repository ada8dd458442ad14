"""What the walk-through says of torch without showing a run: each statement, run.

Prints one JSON object: the name of a statement, and what was counted. Comments in
`docs/walk_through` name the statement that backs a sentence.
"""

from __future__ import annotations

import json
import logging

import torch
from torch._dynamo.testing import CompileCounter

STEP = 1
RATE = 0.5
NUMBERS = (3, 4, 5, 6)
told = {}


class Own:
    """A context manager that torch knows nothing about."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None


class Divided(torch.nn.Module):
    """Has a number that is not a tensor."""

    def __init__(self, number):
        super().__init__()
        self.number = number

    def forward(self, x):
        return x / (self.number + 1)


def add(x):
    return x + 1


def times_step(x):
    return x * STEP


def times_rate(x):
    return x * RATE


def times(x, number):
    return x * number


def one_before(x):
    y = torch.sin(x)
    with Own():
        torch._dynamo.graph_break()
        y = y * 3
    return y * 4


def two_before(x):
    y = torch.sin(x) + 1
    with Own():
        torch._dynamo.graph_break()
        y = y * 3
    return y * 4


def inner(x):
    return torch.sin(x) + 1


def loop(x):
    for _ in range(2):
        x = inner(x)
        torch._dynamo.graph_break()
    return x


def in_place(a, b):
    a.add_(1)
    return b * 2


def named(x, name):
    return x + 1 if name == "a" else x + len(name)


def counted(function, **options):
    """The function, compiled from nothing, and the counter of its graphs."""
    torch._dynamo.reset()
    counter = CompileCounter()
    return torch.compile(function, backend=counter, **options), counter


def after_each(function, *calls, **options):
    """How many graphs there are after each of the calls."""
    compiled, counter = counted(function, **options)
    totals = []
    for call in calls:
        compiled(*call)
        totals.append(counter.frame_count)
    return totals


def sizes(*shapes):
    return [(torch.ones(shape),) for shape in shapes]


def of_globals():
    """A whole number is compiled in; a float only at its first value."""
    compiled, counter = counted(times_step)
    for value in NUMBERS:
        globals()["STEP"] = value
        compiled(torch.ones(3))
    told["whole number in a global"] = counter.frame_count
    compiled, counter = counted(times_rate)
    for value in NUMBERS:
        globals()["RATE"] = value / 10
        compiled(torch.ones(3))
    told["float in a global"] = counter.frame_count


def of_modules():
    """By default a whole number of a module is compiled in."""
    for setting in (False, True):
        torch._dynamo.reset()
        counter = CompileCounter()
        with torch._dynamo.config.patch(allow_unspec_int_on_nn_module=setting):
            for number in NUMBERS:
                torch.compile(Divided(number), backend=counter)(torch.ones(3))
        told[f"whole number of a module, setting {setting}"] = counter.frame_count


def of_the_limit():
    """Torch warns once, and then compiles nothing new, whatever the reason."""
    warnings = []

    class Kept(logging.Handler):
        def emit(self, record):
            warnings.append("recompile_limit" in record.getMessage())

    kept = Kept()
    logging.getLogger("torch._dynamo").addHandler(kept)
    compiled, counter = counted(named)
    for number in range(12):
        compiled(torch.ones(3), "a" * (number + 1))
    told["entries at the limit"] = counter.frame_count
    told["warnings at the limit"] = sum(warnings)
    compiled(torch.ones(3, dtype=torch.float64), "a")
    told["entries after the limit, another dtype"] = counter.frame_count
    logging.getLogger("torch._dynamo").removeHandler(kept)


def of_sizes():
    """Dimensions that changed become dynamic; 0 and 1 stay constants."""
    told["one dimension changes, then another"] = after_each(
        add, *sizes((4, 5), (6, 5), (7, 5), (7, 8), (9, 10))
    )
    told["both dimensions change"] = after_each(add, *sizes((4, 5), (6, 8), (7, 9)))
    told["sizes 0 and 1"] = after_each(
        add, *sizes((4, 5), (0, 5), (1, 5)), dynamic=True
    )
    told["equal sizes"] = after_each(add, *sizes((4, 4), (6, 6), (4, 5)), dynamic=True)
    marked = torch.ones(4, 5)
    torch._dynamo.mark_dynamic(marked, 0)
    told["only the first call is marked"] = after_each(add, (marked,), *sizes((7, 5)))


def of_breaks():
    """What is kept where a graph breaks in a loop or in a context of the user."""
    told["break in a loop: what it calls"] = after_each(loop, *sizes(3))
    told["own context, one operation before"] = after_each(one_before, *sizes(3))
    told["own context, two operations before"] = after_each(two_before, *sizes(3))


def of_memory():
    """Two views of the same memory pass the guard, one tensor given twice does not."""
    base, same = torch.ones(8), torch.ones(4)
    told["separate, overlapping, the same"] = after_each(
        in_place,
        (torch.ones(4), torch.ones(4)),
        (base[:4], base[2:6]),
        (same, same),
    )


def of_arguments():
    """A number that is an argument becomes variable when it changes."""
    told["whole number as an argument"] = after_each(
        times, *[(torch.ones(3), number) for number in NUMBERS]
    )


def of_order():
    """A new entry is put in front, and so is one that was hit."""
    from torch._dynamo.eval_frame import _debug_get_cache_entry_list

    compiled, _ = counted(add)
    for dtype in (torch.float32, torch.float64, torch.int32):
        compiled(torch.ones(3, dtype=dtype))

    def order():
        entries = _debug_get_cache_entry_list(add.__code__)
        return [str(entry.compile_id) for entry in entries]

    told["order of entries"] = order()
    compiled(torch.ones(3))
    told["order of entries after a hit"] = order()


if __name__ == "__main__":
    for part in (
        of_globals,
        of_modules,
        of_the_limit,
        of_sizes,
        of_breaks,
        of_memory,
        of_arguments,
        of_order,
    ):
        part()
    print(json.dumps(told))
