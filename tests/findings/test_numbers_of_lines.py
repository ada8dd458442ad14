"""What is said of a number holds for this number, not for others of its line."""

from __future__ import annotations

from types import SimpleNamespace

from depyf.model.detail_events import ShapeGuard
from depyf.model.events import ShapeSymbol
from depyf.model.findings.conditions import fixed_by, is_split
from depyf.torch_text.questions import GuardKind
from depyf.torch_text.source_lines import SourceLine

LINE = SourceLine("main.py", 3, text="x = x * rate")


def compilation(*symbols, fixed=""):
    facts = [
        ShapeSymbol(None, symbol=f"s{n}", source=one) for n, one in enumerate(symbols)
    ]
    facts.append(ShapeGuard(None, expression=fixed, user_line=LINE, reason="constant"))
    by_kind = lambda kind: [one for one in facts if isinstance(one, kind)]  # noqa: E731
    return SimpleNamespace(facts=SimpleNamespace(all=by_kind))


def group(*pairs):
    causes = [
        SimpleNamespace(literal=source, kind=GuardKind.NUMBER) for source, _ in pairs
    ]
    compilations = [one for _, one in pairs]
    frame = SimpleNamespace(compilations=compilations)
    return SimpleNamespace(
        causes=causes, compilations=compilations, frame=frame, others=()
    )


def test_a_size_made_constant_is_not_the_number_of_the_same_line():
    symbols = ("rate", "x.size()[0]")
    assert fixed_by(group(("rate", compilation(*symbols, fixed="Eq(s1, 4)")))) is None
    assert fixed_by(group(("rate", compilation(*symbols, fixed="Eq(s0, 4)")))) == LINE
    assert fixed_by(group(("rate", compilation(fixed="Eq(s0, 4)")))) == LINE
    # A number without a symbol, where others have one, was never dynamic.
    others = compilation("x.size()[0]", fixed="Eq(s0, 4)")
    assert fixed_by(group(("rate", others))) is None


def test_a_dynamic_entry_that_did_not_fit_later_is_split():
    dynamic = compilation("rate")
    assert not is_split(group(("rate", dynamic)))
    assert is_split(group(("rate", dynamic), ("rate", compilation("rate"))))
