"""Control flow that once had no exact text; how it reads may differ by Python."""

from __future__ import annotations

import pytest

from depyf.decompiler import Quality, decompile_code

PROGRAMS = {
    "pass in the else of while": """
        while x:
            if y:
                break
        else:
            if z:
                pass
            else:
                h
    """,
    "code in the else of while": """
        while x:
            if y:
                break
        else:
            if z:
                g()
            else:
                h
    """,
    "test behind a break": """
        while True:
            if x:
                break
            if x:
                if x:
                    pass
                raise
        if x:
            return x
        if x:
            x
    """,
    "try in a bare clause of a loop": """
        for entry in scandir_it:
            try:
                x()
            except:
                try:
                    if x:
                        pass
                except:
                    pass
    """,
    "condition in a clause with a name": """
        try:
            x()
        except BaseException as e:
            if x and x.y():
                x(e)
        else:
            if x and x.y():
                x()
    """,
    "clause and else that return, before more": """
        if x:
            try:
                y = x()
            except AttributeError:
                return None
        else:
            y = x(1)
            if y is None:
                return None
        if not y:
            raise ValueError
        return y
    """,
    "raise in the finally of a clause": """
        try:
            a()
        except C:
            try:
                b()
            finally:
                raise
        finally:
            c()
    """,
    "two loops with a return in a clause each": """
        while 1:
            try:
                x()
            except:
                return
            if x:
                break
        while x:
            try:
                x()
            except:
                return
        x()
    """,
    "continue in a clause of a clause": """
        while x:
            try:
                x()
            except BaseException as e:
                try:
                    x()
                except:
                    continue
            x()
    """,
}


@pytest.mark.parametrize("text", PROGRAMS.values(), ids=list(PROGRAMS))
def test_it_is_exact(text):
    namespace = {}
    exec(f"def f():{text}", namespace)
    result = decompile_code(namespace["f"])
    assert (result.quality, result.diagnostics) == (Quality.EXACT, ())
