"""Functions of many shapes, each broken in the middle: same results, sound files."""

from __future__ import annotations

import json

import pytest

pytestmark = pytest.mark.torch

PROGRAM = """
import collections, json, sys
import torch
import depyf
from torch._dynamo.convert_frame import register_bytecode_hook


def closure():
    k = torch.ones(3)
    n = 2
    def f(x):
        y = x * k
        torch._dynamo.graph_break()
        return y + n + k
    return f, (torch.ones(3),), {}

def keyword_only():
    def f(x, *args, scale=2, **options):
        y = x * scale
        torch._dynamo.graph_break()
        return y + args[0] + options["bias"]
    return f, (torch.ones(3), torch.ones(3)), {"scale": 3, "bias": 1.0}

def with_statement():
    def f(x):
        with torch.no_grad():
            y = x + 1
            torch._dynamo.graph_break()
            y = y * 2
        return y - x
    return f, (torch.ones(3, requires_grad=True),), {}

def try_statement():
    def f(x):
        y = x.sin()
        try:
            y = y + 1
            torch._dynamo.graph_break()
            y = y / 2
        except ValueError:
            y = y * 0
        finally:
            y = y + 3
        return y
    return f, (torch.ones(3),), {}

def loop():
    def f(x):
        out = []
        for i in range(3):
            out.append(x * i)
        torch._dynamo.graph_break()
        return {"sum": sum(out), "all": [o + 1 for o in out]}
    return f, (torch.ones(3),), {}

def branch_chain():
    def f(x):
        y = x.sin()
        if y.sum() > 100:
            y = y + 1
        elif y.mean() > 50:
            y = y + 2
        else:
            y = y + 3
        return y
    return f, (torch.ones(3),), {}

def mutation():
    def f(x, state):
        state["n"] = state["n"] + 1
        y = x * state["n"]
        print("side effect")
        state["last"] = y
        return y.cos()
    return f, (torch.ones(3), {"n": 1}), {}

def method():
    class Layer(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.w = torch.nn.Parameter(torch.ones(3))
        def forward(self, x):
            y = self.helper(x * self.w)
            torch._dynamo.graph_break()
            return super().__repr__()[:2], y + 1
        def helper(self, x):
            print("in helper")
            return x.exp()
    return Layer().forward, (torch.ones(3),), {}

def nested_break():
    def inner(x):
        y = x + 1
        torch._dynamo.graph_break()
        return y.relu()
    def f(x):
        return inner(x) + inner(x * 2)
    return f, (torch.ones(3),), {}

def generator_use():
    def f(x):
        def gen():
            for i in range(2):
                yield x + i
        s = sum(gen())
        torch._dynamo.graph_break()
        return s * 2
    return f, (torch.ones(3),), {}

def item():
    def f(x):
        n = x.sum().item()
        return x * n if n > 1 else x - n
    return f, (torch.ones(3),), {}

class Table(collections.OrderedDict):
    pass

def list_and_mapping():
    # Dynamo leaves the list, its new items and a slice on the stack during a loop.
    def f(x, kept):
        kept.append(x + 1)
        table = Table()
        table["a"] = x + 2
        torch._dynamo.graph_break()
        return table, kept
    return f, (torch.ones(3), []), {}

def no_tensor_result():
    def f(x):
        y = x + 1
        torch._dynamo.graph_break()
        return None
    return f, (torch.ones(3),), {}

def keywords_in_a_context():
    # The names of the keywords are on the stack while the context is entered again.
    def f(x):
        with torch.autocast("cpu", enabled=False):
            y = x + 1
            print(end="")
            y = y * 2
        return y
    return f, (torch.ones(3),), {}

def sets():
    def f(x):
        found = set()
        torch._dynamo.graph_break()
        found |= {9, 3, 6}
        torch._dynamo.graph_break()
        return x + len(found)
    return f, (torch.ones(3),), {}

class Counting(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.calls, self.seen = 0, []
    def forward(self, x):
        self.calls += 1
        return x * self.calls

def side_effects_on_modules():
    model = torch.nn.Module()
    model.layers = torch.nn.ModuleList(Counting() for _ in range(3))
    model.seen = []
    def f(x):
        for layer in model.layers:
            x = layer(x)
        model.seen.append(len(model.seen))
        if x.sum() > 100:
            return x, model.seen
        return x + 1, [layer.calls for layer in model.layers]
    return f, (torch.ones(3),), {}

def comprehension_in_a_skipped_frame():
    def f(x):
        for _ in range(2):
            torch._dynamo.graph_break()
        return {k: x + k for k in range(2)}
    return f, (torch.ones(3),), {}

CASES = [keywords_in_a_context, sets, side_effects_on_modules,
         comprehension_in_a_skipped_frame, closure, keyword_only, with_statement,
         try_statement, loop, branch_chain,
         mutation, method, nested_break, generator_use, item, list_and_mapping,
         no_tensor_result]

def flat(v):
    if isinstance(v, torch.Tensor):
        return v.tolist()
    if isinstance(v, dict):
        return {k: flat(x) for k, x in v.items()}
    if isinstance(v, (list, tuple)):
        return [flat(x) for x in v]
    return v

def find(code, name):
    for item in code.co_consts:
        if hasattr(item, "co_consts"):
            if item.co_name == name:
                return item
            found = find(item, name)
            if found is not None:
                return found

made = {}
def look(original, new):
    # Registered after depyf's own hook: sees what depyf returns.
    if "__transformed_code_" in new.co_filename:
        made[new.co_filename] = new

wrong = []
with depyf.prepare_debug("dump", **json.loads(sys.argv[1])):
    register_bytecode_hook(look)
    for case in CASES:
        torch._dynamo.reset()
        f, args, options = case()
        want = flat(f(*args, **options))
        f, args, options = case()
        got = flat(torch.compile(f, backend="eager")(*args, **options))
        if want != got:
            wrong.append([case.__name__, want, got])
signatures = []
for path, code in made.items():
    stem = path.rpartition("/")[2][:-3]
    shown = find(compile(open(path).read(), path, "exec"), stem)
    count = code.co_argcount + code.co_kwonlyargcount
    signatures.append([
        stem,
        shown is not None
        and shown.co_argcount == code.co_argcount
        and shown.co_kwonlyargcount == code.co_kwonlyargcount
        and shown.co_varnames[:count] == tuple(
            name.replace(".", "_") for name in code.co_varnames[:count]
        )
        and set(shown.co_freevars) <= set(code.co_freevars),
    ])
print(json.dumps([wrong, signatures]))
"""

OPTIONS = [{}, {"plain": True}, {"run": "recompiled"}]


SLOW = pytest.mark.slow(reason="all programs once more")


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(OPTIONS[0], id="view"),
        pytest.param(OPTIONS[1], id="plain", marks=SLOW),
        pytest.param(OPTIONS[2], id="recompiled"),
    ],
)
def test_functions_of_all_shapes_give_the_same_and_files_hold_their_code(
    run_program, options
):
    done = run_program(PROGRAM, json.dumps(options))
    assert done.from_depyf == []
    wrong, signatures = done.told
    assert wrong == []
    assert len(signatures) >= 25
    assert [stem for stem, same in signatures if not same] == []
    for path in (done.directory / "dump").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        compile(text, str(path), "exec")
        if path.name.startswith("__transformed_code_"):
            assert text.splitlines()[1].startswith("# exact:"), path.name
