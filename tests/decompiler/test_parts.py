"""A part without an accepted text goes down alone and never spoils the whole."""

from __future__ import annotations

import sys
import types

import pytest

from depyf.decompiler import Quality, decompile_code, tiers
from depyf.decompiler.analysis.handlers import StructureError
from depyf.decompiler.ir.statement import RaiseStatement
from depyf.decompiler.tiers import TIERS

MODULE = '''
"""What the module is for."""
import functools

LIMIT = 3


def before(x):
    return x + LIMIT


@functools.lru_cache(None)
def bad(a, b=2, *rest, key=None, **more):
    """What bad does."""
    if a:
        return [b for _ in rest]
    return key, more


class Good:
    size = 1

    def bad(self, n):
        for i in range(n):
            if i > self.size:
                return super().__repr__()
        return n

    def fine(self):
        return self.size


def outer(y):
    def bad(z):
        nonlocal y
        y += z
        return __name__, y

    return bad(1), y


class bad_class(Good):
    size = LIMIT


def after(items):
    return [one for one in items if one]
'''


def module_code(source=MODULE):
    return compile(source, "sample.py", "exec", dont_inherit=True)


def sabotaged(monkeypatch, names, how, best="listing"):
    """Lets tiers above ``best`` fail for code of some names, in one of three ways."""
    qualities = [quality for quality, _ in TIERS]
    to_tier = qualities.index(best) if best in qualities else len(qualities)

    def wrapped(number, to_statements):
        def run(function):
            if function.code.name not in names or number >= to_tier:
                return to_statements(function)
            if how == "raise":
                raise StructureError("sabotage")
            if how == "crash":
                raise ZeroDivisionError("sabotage")
            to_statements(function)
            return [RaiseStatement()]

        return run

    changed = [
        (quality, wrapped(number, to_statements))
        for number, (quality, to_statements) in enumerate(TIERS)
    ]
    monkeypatch.setattr(tiers, "TIERS", changed)


def run_module(result, name="sample"):
    module = types.ModuleType(name)
    module.__dict__.update(result.globals)
    exec(compile(result.source, "<text>", "exec", dont_inherit=True), module.__dict__)
    return module


@pytest.mark.parametrize("how", ["raise", "crash", "lie"])
def test_a_part_goes_one_tier_down_and_the_rest_stays(monkeypatch, how):
    sabotaged(monkeypatch, {"bad"}, how, best="structured")
    result = decompile_code(module_code())
    assert result.quality is Quality.STRUCTURED
    assert result.parts == dict.fromkeys(
        ("bad", "Good.bad", "outer.<locals>.bad"), Quality.STRUCTURED
    )
    for name in result.parts:
        assert any(one.startswith(f"{name}: not exact: ") for one in result.diagnostics)
    module = run_module(result)
    assert module.bad(1, 5, 6, 7) == [5, 5]
    assert module.Good().bad(1) == 1
    assert module.outer(4) == (("sample", 5), 5)


@pytest.mark.parametrize("how", ["raise", "crash", "lie"])
def test_a_part_becomes_a_state_machine_alone(monkeypatch, how):
    sabotaged(monkeypatch, {"bad"}, how, best="dispatch")
    result = decompile_code(module_code())
    assert result.quality is Quality.DISPATCH
    assert set(result.parts.values()) == {Quality.DISPATCH}
    module = run_module(result)
    assert module.bad(1, 5, 6, 7) == [5, 5]
    assert module.Good().bad(9).endswith(">")
    assert module.outer(4) == (("sample", 5), 5)


@pytest.mark.parametrize("how", ["raise", "crash", "lie"])
def test_what_has_no_text_is_a_stub_that_raises(monkeypatch, how):
    sabotaged(monkeypatch, {"bad"}, how)
    result = decompile_code(module_code())
    assert result.quality is Quality.LISTING
    assert set(result.parts.values()) == {Quality.LISTING}
    module = run_module(result)
    for function in (module.bad, module.Good().bad, lambda _: module.outer(1)):
        with pytest.raises(NotImplementedError, match="could not decompile"):
            function(1)
    assert module.bad.__doc__ == "What bad does."
    assert module.bad.__wrapped__.__kwdefaults__ == {"key": None}
    assert module.bad.__wrapped__.__code__.co_varnames[:5] == (
        *("a", "b", "key"),
        *("rest", "more"),
    )
    assert module.Good().fine() == 1
    assert module.before(1) == 4
    assert module.after([0, 1]) == [1]
    assert "# depyf could not decompile this" in result.source
    assert "RETURN_" in result.source  # the instructions, as comments


@pytest.mark.parametrize("how", ["raise", "crash", "lie"])
def test_a_class_without_text_is_a_stub(monkeypatch, how):
    sabotaged(monkeypatch, {"bad_class"}, how)
    result = decompile_code(module_code())
    assert result.parts == {"bad_class": Quality.LISTING}
    assert "class bad_class(Good):" in result.source
    with pytest.raises(NotImplementedError, match="'bad_class'"):
        run_module(result)


EXPRESSIONS = """
def f(a, b):
    key = lambda x: (x, b)
    items = sorted(a, key=key)
    total = sum(x + b for x in items)
    return items, total
"""


@pytest.mark.parametrize("how", ["raise", "crash", "lie"])
def test_a_lambda_without_text_is_a_stub(monkeypatch, how):
    sabotaged(monkeypatch, {"<lambda>"}, how)
    result = decompile_code(module_code(EXPRESSIONS).co_consts[0])
    assert result.quality is Quality.LISTING
    assert result.parts == {"f.<locals>.<lambda>": Quality.LISTING}
    module = run_module(result)
    assert module.f([], 1) == ([], 0)
    with pytest.raises(NotImplementedError, match="<lambda>"):
        module.f([1], 1)


def test_a_generator_expression_without_text_is_a_stub(monkeypatch):
    from depyf.decompiler.passes.idiom import comprehension

    monkeypatch.setattr(comprehension, "of_code_object", lambda _: None)
    result = decompile_code(module_code(EXPRESSIONS).co_consts[0])
    assert result.quality is Quality.LISTING
    assert result.parts == {"f.<locals>.<genexpr>": Quality.LISTING}
    module = run_module(result)
    with pytest.raises(NotImplementedError, match="<genexpr>"):
        module.f([1], 1)


def test_a_root_without_text_is_a_listing(monkeypatch):
    sabotaged(monkeypatch, {"after"}, "raise")
    (code,) = [
        one for one in module_code().co_consts if getattr(one, "co_name", "") == "after"
    ]
    result = decompile_code(code)
    assert result.quality is Quality.LISTING
    assert result.source.startswith("def after(items):")


@pytest.mark.skipif(sys.version_info < (3, 12), reason="type parameters")
def test_generic_parts_go_down_alone(monkeypatch):
    source = "def f[T](a: T) -> T:\n    return a\n"
    source += "class C[T]:\n    def bad(self): pass\n"
    sabotaged(monkeypatch, {"f", "bad"}, "lie")
    result = decompile_code(module_code(source))
    assert result.parts == {"f": Quality.LISTING, "C.bad": Quality.LISTING}
    with pytest.raises(NotImplementedError):
        run_module(result).f(1)


def test_a_second_text_of_the_best_quality_is_no_loss(monkeypatch):
    """Also for lambdas, which have no text on a lower tier."""

    def fail(function):
        raise StructureError("sabotage")

    monkeypatch.setattr(tiers, "TIERS", [(TIERS[0][0], fail), *TIERS])
    result = decompile_code(module_code("f = lambda x: [y for y in x]\n"))
    assert result.quality is Quality.EXACT
    assert not result.parts
    assert not result.diagnostics


def test_a_module_declares_its_globals_behind_imports_from_the_future():
    text = (
        '"""About it."""\n'
        "from __future__ import annotations\n"
        "from __future__ import division as divided\n"
        "global raw\n"
        "raw = 1\n"
    )
    result = decompile_code(compile(text, "<m>", "exec", dont_inherit=True))
    assert (result.source, result.quality) == (text, Quality.EXACT)


def test_the_end_of_a_module_is_not_copied_into_the_arms_of_a_try():
    text = (
        "try:\n    from fast import work\nexcept ImportError:\n"
        "    from slow import work\n"
        "__all__ = 1\n"
    )
    result = decompile_code(compile(text, "<m>", "exec", dont_inherit=True))
    assert (result.source, result.quality) == (text, Quality.EXACT)


@pytest.mark.skipif(sys.version_info < (3, 14), reason="annotations are eager")
@pytest.mark.parametrize("count", [15, 16, 34, 60])
def test_the_code_of_many_annotations_has_a_text(count):
    parameters = ", ".join(f"a{number}: T{number}" for number in range(count))
    module = compile(f"def f({parameters}): pass", "<many>", "exec", dont_inherit=True)
    codes = [one for one in module.co_consts if isinstance(one, types.CodeType)]
    (code,) = (one for one in codes if one.co_name == "__annotate__")
    decompiled = decompile_code(code)
    assert decompiled.quality is Quality.EXACT
    assert f'"a{count - 1}": T{count - 1}' in decompiled.source


def test_the_code_of_an_asynchronous_comprehension_has_a_text():
    module = compile("async def f(a): return (x async for x in a if x)", "<f>", "exec")
    (outer,) = (one for one in module.co_consts if isinstance(one, types.CodeType))
    (code,) = (one for one in outer.co_consts if isinstance(one, types.CodeType))
    decompiled = decompile_code(code)
    assert decompiled.quality is Quality.EXACT
    assert "async for x in " in decompiled.source
