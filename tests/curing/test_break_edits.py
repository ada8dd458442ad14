"""What is tried on a graph break: the edited source of each kind of edit."""

from __future__ import annotations

import textwrap
from types import SimpleNamespace

import pytest

from depyf.curing.program_files import ProgramFiles
from depyf.curing.proposals import proposals
from depyf.model.build import fold
from depyf.model.detail_events import ProgramFile
from depyf.model.events import GraphBreak, SourceLine, TransformedCode
from depyf.torch_text.names import CompileId

BRANCH = "Data-dependent branching"
ITEM = "Unsupported Tensor.item() call"
TIME = "Attempted to call function marked as skipped"


def tried(folder, source, mark, reason, **said):
    """Return the edited sources for a break at the line that holds a mark."""
    source = textwrap.dedent(source).lstrip()
    file = folder / "main.py"
    file.write_text(source)
    lines = source.split("\n")
    stack = tuple(
        SourceLine(str(file), number + 1, "f", line.strip())
        for number, line in enumerate(lines)
        if mark in line
    )
    event = GraphBreak(CompileId(0, 0), reason=reason, user_stack=stack, **said)
    entry = TransformedCode(
        CompileId(0, 0),
        co_name="f",
        index=0,
        source="def f(x):\n    return x\n",
        quality="exact",
        original_file=str(file),
        original_first_line=1,
        code_key="f",
    )
    files = ProgramFiles(str(folder), str(file), {})
    recorded = ProgramFile(None, file=str(file), text=source)
    found = proposals(fold([recorded, event, entry]), files)
    assert file.read_text() == source
    return {one.what: files.edited(one.edits).text(str(file)) for one in found}


def body(text):
    """Return a text without its imports."""
    kept = [line for line in text.split("\n") if not line.startswith("import ")]
    return "\n".join(kept).strip("\n")


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        (
            """
            def f(x):
                if x.isnan().any():  # here
                    raise ValueError
                return x
            """,
            """
            def f(x):
                if not torch.compiler.is_compiling() and x.isnan().any():  # here
                    raise ValueError
                return x
            """,
        ),
        (
            """
            def f(x):
                assert x.min() > 0  # here
                return x
            """,
            """
            def f(x):
                if not torch.compiler.is_compiling():
                    assert x.min() > 0  # here
                return x
            """,
        ),
        (
            """
            def f(x):
                print(x.mean().item())  # here
                return x
            """,
            """
            def f(x):
                if not torch.compiler.is_compiling():
                    print(x.mean().item())  # here
                return x
            """,
        ),
    ],
)
def test_a_check_or_report_is_left_to_uncompiled_runs(tmp_path, source, wanted):
    found = tried(tmp_path, source, "# here", BRANCH)
    edited = [body(text) for text in found.values()]
    assert textwrap.dedent(wanted).strip("\n") in edited


def test_a_branch_that_does_more_is_never_left_out_of_compiled_code(tmp_path):
    source = """
        import torch
        def f(x, kept):
            if x.sum() > 0:  # here
                kept.append(x)
            return x
    """
    found = tried(tmp_path, source, "# here", BRANCH)
    assert not any("is_compiling" in text for text in found.values())


def test_both_sides_are_computed_with_what_the_test_is_of(tmp_path):
    source = """
        import numpy as np
        def f(x):
            if np.max(x) > 0:  # here
                x = -x
            return x
    """
    found = tried(tmp_path, source, "# here", BRANCH)
    edited = "\n".join(found.values())
    assert "    x = np.where(np.max(x) > 0, -x, x)\n    return x" in edited


def test_a_test_that_torch_cannot_decide_takes_its_general_side(tmp_path):
    source = """
        def f(x, n):
            if n.shape[0] == 0:  # here
                return x
            return x + 1
    """
    reason = "Could not guard on data-dependent expression Eq(u4, 0)"
    found = tried(tmp_path, source, "# here", reason)
    assert any("guard_or_false(n.shape[0] == 0):" in text for text in found.values())


def test_a_number_stays_a_tensor(tmp_path):
    source = """
        def f(x):
            scale = x.abs().max().item()  # here
            return x / scale
    """
    found = tried(tmp_path, source, "# here", ITEM)
    assert any("scale = x.abs().max()  # here" in text for text in found.values())


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("y = math.sqrt(x.sum().item()) + 1", "y = torch.sqrt(x.sum()) + 1"),
        ("y = max(float(x[0]), x[1].item())", "y = max(x[0], x[1])"),
        ("y = torch.tensor([x.max().item(), float(x.min() + 1)])",
         "y = torch.stack([x.max(), (x.min() + 1)])"),
        ("y = sum(a * x for a in x.tolist())", "y = sum(a * x for a in x.unbind())"),
        ("if math.isnan(x.sum().item()):\n        return x",
         "if torch.isnan(x.sum()):\n        return x"),
    ],
)  # fmt: skip
def test_all_numbers_of_a_line_stay_tensors(tmp_path, line, wanted):
    line = line.replace("\n", "  # here\n") if "\n" in line else f"{line}  # here"
    source = (
        f"import math\ndef f(x):\n    z = x.mean().item()\n    {line}\n    return y"
    )
    found = tried(tmp_path, source, "# here", ITEM).values()
    edited = [text.replace("  # here", "") for text in found]
    assert any(f"z = x.mean().item()\n    {wanted}\n" in text for text in edited)
    assert any(f"z = x.mean()\n    {wanted}\n" in text for text in edited)


def test_a_clock_is_not_read_in_compiled_code(tmp_path):
    source = """
        import time
        def f(x):
            start = time.perf_counter()  # here
            y = x + 1
            return y, time.perf_counter() - start
    """
    said = {"explanation": "Dynamo does not trace `perf_counter`."}
    found = tried(tmp_path, source, "# here", TIME, **said)
    clock = "(0 if torch.compiler.is_compiling() else time.perf_counter())"
    wanted = f"return y, {clock} - start"
    assert any(wanted in t and f"start = {clock}" in t for t in found.values())


def test_a_timer_is_a_null_context_in_compiled_code(tmp_path):
    source = """
        def f(x):
            with timed("f"):  # here
                return x + 1
    """
    found = tried(
        tmp_path, source, "# here", TIME, explanation="function `time.perf_counter`"
    )
    new = "with (contextlib.nullcontext() if torch.compiler.is_compiling() else timed("
    assert any(new in text for text in found.values())


def test_another_context_stays(tmp_path):
    source = """
        def f(x):
            with torch.autocast("cpu"):  # here
                return x + 1
    """
    found = tried(tmp_path, source, "# here", TIME)
    assert not any("nullcontext" in text for text in found.values())


def test_a_function_that_is_kept_out_is_compiled(tmp_path):
    source = """
        import torch
        @torch.compiler.disable
        def hook(module, args, result):
            return result
        def f(x):
            return hook(None, None, x)  # here
    """
    words = "Skip calling function `<function hook at 0x7f00>` since it was wrapped"
    found = tried(
        tmp_path, source, "# here", "Skip calling `torch.compiler.disable()`d function",
        explanation=words,
    )  # fmt: skip
    assert any("import torch\ndef hook" in text for text in found.values())


def test_settings_that_torch_names_stand_behind_the_imports(tmp_path):
    source = """
        \"\"\"A program.\"\"\"
        import os
        os.environ["A"] = "1"
        import torch
        def f(x):
            return x.tolist()  # here
    """
    hint = "set `torch._dynamo.config.capture_scalar_outputs = True`"
    found = tried(tmp_path, source, "# here", ITEM, hints=(hint,))
    statement = "torch._dynamo.config.capture_scalar_outputs = True"
    [edited] = [text for text in found.values() if statement in text]
    before, after = edited.split(statement)
    assert before.endswith("import torch\nimport torch._dynamo.config\n")
    assert after.startswith("\ndef f(x):")
    folder = tmp_path / "again"
    folder.mkdir()
    again = tried(folder, edited, "# here", ITEM, hints=(hint,))
    assert all(text.count(statement) == 1 for text in again.values())


def test_files_of_others_are_left_alone(tmp_path):
    package = tmp_path / "site-packages"
    package.mkdir()
    found = tried(
        package, "def f(x):\n    assert x.min() > 0  # here\n", "# here", BRANCH
    )
    assert found == {}


def test_a_helper_that_tells_a_bool_returns_a_tensor_where_a_branch_asks(tmp_path):
    source = """
    import torch
    def f(x):
        if not is_in(x):  # here
            return x.clamp(0, 1)
        return x
    def is_in(x):
        "Tell."
        inside = (x >= 0).all() and (x <= 1).all()  # here
        return bool(inside)
    """
    every = tried(tmp_path, source, "# here", BRANCH).values()
    [text] = [one for one in every if "logical_and" in one]
    assert "torch.where(torch.logical_not(is_in(x)), x.clamp(0, 1), x)" in text
    assert "inside = torch.logical_and((x >= 0).all(), (x <= 1).all())" in text
    assert "    return inside\n" in text


def test_a_helper_that_other_code_calls_returns_its_bool_there(tmp_path):
    source = """
    import torch
    def f(x):
        if not is_in(x):  # here
            return x.clamp(0, 1)
        return x
    def is_in(x):
        return bool((x <= 1).all())  # here
    print(is_in(torch.ones(3)))
    """
    every = tried(tmp_path, source, "# here", BRANCH).values()
    [text] = [one for one in every if "torch.where(" in one]
    kept = "(x <= 1).all() if torch.compiler.is_compiling() else bool((x <= 1).all())"
    assert f"    return {kept}  # here\n" in text


def test_a_helper_with_more_than_a_test_stays(tmp_path):
    source = """
    def f(x):
        if is_in(x):  # here
            return x.clamp(0, 1)
        return x
    def is_in(x):
        print(x)
        return bool((x >= 0).all())  # here
    """
    every = tried(tmp_path, source, "# here", BRANCH).values()
    assert not any("torch.where(is_in" in one for one in every)


def test_a_disabled_function_is_found_by_the_call(tmp_path):
    """Torch names a bound method by an address."""
    source = """
    import torch
    class Hook:
        @torch.compiler.disable
        def before(self, x):
            return x
    def f(hook, x):
        return hook.before(x)  # here
    """
    said = "Skip inlining `torch.compiler.disable()`d function"
    found = tried(tmp_path, source, "# here", said)
    text = found["compile `before`: without `@torch.compiler.disable`"]
    assert "@torch.compiler.disable" not in text


def test_a_number_that_is_rounded_stays_one(tmp_path):
    source = "def f(x):\n    return round(x.item(), 3)  # here\n"
    every = tried(tmp_path, source, "# here", ITEM).values()
    assert not any("round(x, 3)" in one for one in every)


def test_a_function_is_compiled_that_is_disabled_under_another_name(tmp_path):
    """What uses the same decorator elsewhere stays as it is."""
    source = """
    import torch
    def on_host(fn):
        return torch.compiler.disable(fn)
    class Cache:
        @on_host
        def blend(self, x):
            return x
        @on_host
        def report(self):
            print("kept")
    def f(cache, x):
        return cache.blend(x)  # here
    """
    said = "Skip inlining `torch.compiler.disable()`d function"
    found = tried(tmp_path, source, "# here", said)
    text = found["compile `blend`: without `@on_host`"]
    assert "class Cache:\n    def blend" in text
    assert "@on_host\n    def report" in text


def test_a_function_is_compiled_that_is_wrapped_where_it_is_stored(tmp_path):
    """`disable(function)` may be called as a function, too."""
    source = """
    import torch
    def _blend(x):
        return x
    class Cache:
        def __init__(self):
            self.blend = torch.compiler.disable(_blend)
    def f(cache, x):
        return cache.blend(x)  # here
    """
    said = "Skip inlining `torch.compiler.disable()`d function"
    every = tried(tmp_path, source, "# here", said).values()
    assert any("self.blend = _blend" in text for text in every)


CONTEXT = "Unsupported context manager"


def test_a_lock_is_entered_outside_of_compiled_code_only(tmp_path):
    source = """
    def f(self, x):
        with self.lock:  # here
            return x + 1
    """
    every = tried(tmp_path, source, "# here", CONTEXT).values()
    new = "nullcontext() if torch.compiler.is_compiling() else self.lock):"
    assert any(new in one for one in every)


@pytest.mark.parametrize("context", ["torch.autocast('cpu')", "self.file as out"])
def test_contexts_that_the_code_needs_stay(tmp_path, context):
    """A context of torch changes results, and a variable is used."""
    source = f"""
    def f(self, x):
        with {context}:  # here
            return x + 1
    """
    every = tried(tmp_path, source, "# here", CONTEXT).values()
    assert not any("nullcontext" in one for one in every)


def test_what_a_decorator_adds_is_skipped(tmp_path):
    source = """
        import time
        def timed(fn):
            def inner(*args, **kwargs):
                \"\"\"Times a call.\"\"\"
                start = time.perf_counter()  # here
                out = fn(*args, **kwargs)
                note(time.perf_counter() - start)
                return out
            return inner
    """
    found = tried(tmp_path, source, "# here", TIME)
    text = found["skip the code of `timed` in compiled calls"]
    start = text.index('"""Times a call."""')
    assert text[start:].split("\n")[1:3] == [
        "        if torch.compiler.is_compiling():",
        "            return fn(*args, **kwargs)",
    ]


@pytest.mark.parametrize(
    "timer",
    [
        """
        class Timer:
            def __enter__(self):
                self.start = perf_counter()  # here

            def __exit__(self, *_):
                TIMES.append(perf_counter() - self.start)
        """,
        """
        @contextlib.contextmanager
        def Timer():
            start = perf_counter()  # here
            yield
            TIMES.append(perf_counter() - start)
        """,
    ],
)
def test_a_timer_is_not_entered_in_compiled_code(tmp_path, timer):
    used = "def f(x):\n    with Timer():  # here\n        return x + 1\n"
    source = used + textwrap.dedent(timer)
    found = tried(tmp_path, source, "# here", "call to skipped: time.perf_counter")
    first = next(iter(found.values()))
    wanted = "contextlib.nullcontext() if torch.compiler.is_compiling() else Timer()"
    assert f"with ({wanted}):" in first
    assert first.count("is_compiling") == 1


PROPERTY = """
class Grid:
    def __init__(self, lower, cell):
        self.lower, self.cell = lower, cell

    @property
    def shape(self):
        return tuple(((1 - self.lower) / self.cell).tolist())  # here
{more}"""


def test_a_property_of_fixed_attributes_is_computed_once(tmp_path):
    found = tried(tmp_path, PROPERTY.format(more=""), "# here", "tolist() of floats")
    text = found["compute `shape` once, at the end of `__init__`"]
    assert "    @functools.cached_property\n    def shape(self):" in text
    assert "self.lower, self.cell = lower, cell\n        self.shape\n" in text


@pytest.mark.parametrize(
    "more",
    [
        "\n    def move(self, by):\n        self.lower = self.lower + by\n",
        "\ndef shrink(grid):\n    grid.cell *= 2\n",
    ],
)
def test_a_property_of_changing_attributes_stays(tmp_path, more):
    found = tried(tmp_path, PROPERTY.format(more=more), "# here", "tolist() of floats")
    assert not [what for what in found if "once, at the end" in what]


DEEPCOPY = "Attempted to copy.deepcopy a tensor"


def test_tensors_are_cloned_in_place_of_a_deep_copy(tmp_path):
    source = """
    import copy
    class Cache:
        def fork(self):
            return copy.deepcopy(self)  # here
    """
    [(what, text)] = [
        (what, text)
        for what, text in tried(tmp_path, source, "# here", DEEPCOPY).items()
        if "clone()" in what
    ]
    assert what == "copy with `clone()` instead of `copy.deepcopy(self)`"
    assert "return cloned(self)  # here" in text

    class Tensor:  # stands for torch's, so that every Python can test it
        def clone(self):
            return Tensor()

    made = {}
    exec(text.replace("import torch\n", ""), made)
    made["torch"] = SimpleNamespace(Tensor=Tensor)
    cache, tensor = made["Cache"](), Tensor()
    cache.rows, cache.named, cache.size = [tensor, (tensor, 1)], {"a": tensor}, 3
    twin = cache.fork()
    assert type(twin) is type(cache)
    assert (twin.size, twin.rows[1][1]) == (3, 1)
    copies = [twin.rows[0], twin.rows[1][0], twin.named["a"]]
    assert all(isinstance(one, Tensor) and one is not tensor for one in copies)
    assert cache.rows[0] is tensor


FAILED = "RuntimeError when making fake tensor call"


def test_the_code_of_an_except_runs_always(tmp_path):
    source = """
        def f(rows):
            try:
                x = stack(rows)  # here
            except RuntimeError:
                width = max(map(len, rows))
                x = stack([pad(one, width) for one in rows])
            return x
    """
    found = tried(tmp_path, source, "# here", FAILED, context="<f>: no")
    what = "always run the code of the `except`, without trying first"
    assert body(found[what]) == (
        "def f(rows):\n"
        "    width = max(map(len, rows))\n"
        "    x = stack([pad(one, width) for one in rows])\n"
        "    return x"
    )


@pytest.mark.parametrize(
    ("kind", "code", "end"),
    [
        ("RuntimeError", "raise", ""),
        ("RuntimeError as e", "x = e", ""),
        ("KeyError", "x = rows", ""),
        ("RuntimeError", "x = rows", "finally:\n        done()"),
    ],
)
def test_other_handlers_stay(tmp_path, kind, code, end):
    source = f"""
def f(rows):
    try:
        x = stack(rows)  # here
    except {kind}:
        {code}
    {end}
    return x
"""
    found = tried(tmp_path, source, "# here", FAILED, context="<f>: no")
    assert not any("except" in what for what in found)
