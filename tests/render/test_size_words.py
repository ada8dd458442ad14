"""Sizes and numbers that may vary: what repeats is said once, with its number."""

from __future__ import annotations

from depyf.model import events as ev
from depyf.model.build import fold
from depyf.model.detail_events import ShapeGuard
from depyf.render.size_words import size_lines
from depyf.torch_text.guards import read_guard
from depyf.torch_text.names import CompileId

FIRST = CompileId(0, 0)
LAYERS = "L['self']._modules['layers']"
CONTAINER = (
    f"___check_type_id({LAYERS}, 123), "
    "type=<class 'torch.nn.modules.container.ModuleList'>"
)


def lines(*sources, guards=(CONTAINER,)):
    run = fold(
        [
            ev.TransformedCode(FIRST, "forward", source="def forward(self, x): pass"),
            ev.GuardsReported(FIRST, tuple(map(read_guard, guards))),
            *(
                ev.ShapeSymbol(FIRST, symbol=f"s{n}", value="4", source=source)
                for n, source in enumerate(sources)
            ),
        ]
    )
    (frame,) = run.frames
    return size_lines(frame.compilations[0], frame)


def test_sizes_of_layers_are_one_family_with_readable_paths():
    sources = [f"{LAYERS}._modules['{n}'].cache.size()[2]" for n in range(4)]
    assert lines(*sources) == [
        "sizes that may vary: `self.layers[0..3].cache.size()[2]` (4 values, 4 at "
        "first)"
    ]


def test_a_number_of_many_objects_is_named_with_how_many():
    sources = [
        f"L['self']._modules['{name}']._modules['{n}'].bn.seen.item()"
        for name in "abcdefgh"
        for n in range(3)
    ]
    (line,) = lines(*sources)
    assert line == "numbers that may vary: `seen.item()` of 24 objects"


def test_single_sizes_bear_their_symbols():
    assert lines("L['x'].size()[0]") == [
        "sizes that may vary: `s0` = `x.size()[0]`, 4 at first"
    ]


def test_a_number_that_became_a_constant_is_not_said_to_vary():
    compiled = fold(
        [
            ev.TransformedCode(FIRST, "forward", source="def forward(self, x): pass"),
            ev.ShapeSymbol(FIRST, symbol="zf3", value="0.5", source="L['scale']"),
            ShapeGuard(FIRST, expression="zf3 == 0.5", reason="specialized"),
        ]
    )
    (frame,) = compiled.frames
    assert [*size_lines(frame.compilations[0], frame)] == [
        "made a constant: `zf3` = `scale`, 0.5 at first"
    ]
