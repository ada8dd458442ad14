"""A function that a tool calls where it makes it is a `def`, then a call.

Dynamo writes resume functions with free variables so, up to torch 2.2.
"""

from __future__ import annotations

from types import CodeType, FunctionType

from depyf import compile_decompiled, decompile_code


def called_at_once(x):
    return [x, (lambda a: [a, x])(x * 2)]  # noqa: PLC3002  # the subject


def with_name(code, name):
    """The code with its nested code objects called `name`.

    To 3.10 the function has a name of its own, which Dynamo makes up.
    """

    def renamed(one):
        if isinstance(one, CodeType):
            return one.replace(co_name=name)
        is_name = isinstance(one, str) and one.endswith("<lambda>")
        return "__resume_at_30_0" if is_name else one

    return code.replace(co_consts=tuple(map(renamed, code.co_consts)))


def test_a_named_function_called_where_it_is_made_is_a_def():
    code = with_name(called_at_once.__code__, "resume_in_f")
    decompiled = decompile_code(code)
    assert decompiled.quality.value == "exact", decompiled.diagnostics
    assert "def resume_in_f(a):" in decompiled.source
    again = compile_decompiled(decompiled, code)
    assert FunctionType(again, {})(3) == called_at_once(3)


def test_a_lambda_called_where_it_is_made_stays_an_expression():
    decompiled = decompile_code(called_at_once)
    assert decompiled.quality.value == "exact"
    assert "(lambda a: [a, x])(x * 2)" in decompiled.source
