"""A marked size that must equal a size without a mark: both are named."""

from __future__ import annotations

from types import SimpleNamespace

from depyf.model.events import ShapeSymbol
from depyf.model.facts import facts_of
from depyf.model.findings import unmarked_sizes as module
from depyf.model.stages import CAPTURED

GRAPH = """\
class GraphModule(torch.nn.Module):
    def forward(self, L_self_modules_w_parameters_weight_: "f32[4, 4][4, 1]cpu", L_x_: "f32[4, s65][s65, 1]cpu", L_length_: "i64[4][1]cpu", L_who_: "f32[4, 6][6, 1]cpu"):
        return (L_x_,)
"""  # noqa: E501


def found(monkeypatch, value, *marked):
    monkeypatch.setattr(module, "parameters", lambda _: ("self", "x", "length", "who"))
    symbols = [ShapeSymbol(None, source=one) for one in marked]
    compilation = SimpleNamespace(
        facts=facts_of(symbols), graphs=[SimpleNamespace(stage=CAPTURED, text=GRAPH)]
    )
    return module.unmarked_sizes(SimpleNamespace(), compilation, value)


def test_sizes_of_that_value_without_a_mark(monkeypatch):
    marked = "L['x'].size()[0]", "L['length'].size()[0]"
    assert found(monkeypatch, "4", *marked) == ["who.shape[0]"]
    assert found(monkeypatch, "4") == ["x.shape[0]", "length.shape[0]", "who.shape[0]"]


def test_parameters_of_the_module_and_other_values_are_not_meant(monkeypatch):
    assert found(monkeypatch, "6") == ["who.shape[1]"]
    assert found(monkeypatch, "5") == []
