"""Names and objects of compilations, folded into frames."""

from __future__ import annotations

from depyf.model.build import fold
from depyf.model.detail_events import CompiledFor
from depyf.model.events import FrameStarted, Metrics, TransformedCode
from depyf.model.instances import Instances, instances_of
from depyf.torch_text.names import CompileId


def compiled(number, made=True, **told):
    """Return the events of one compilation of ``forward``."""
    id_ = CompileId(0, number)
    events = [
        FrameStarted(id_, co_name="wrapper", file="a.py", first_line=3),
        CompiledFor(id_, **told),
    ]
    entry = TransformedCode(
        id_,
        co_name="wrapper",
        qualified_name="deco.<locals>.wrapper",
        original_file="a.py",
        original_first_line=3,
        code_key="wrapper#0",
    )
    failed = Metrics(id_, fail_type="Unsupported", made_entry=False)
    return [*events, entry if made else failed]


def frame_of(*compilations):
    (frame,) = fold(event for events in compilations for event in events).frames
    return frame


def block(number, made=True):
    return compiled(
        number,
        made,
        instance_class="Block",
        path=f"layers[{number}]",
        instances=("layers[0..3]", "last"),
    )


def test_who_was_compiled_who_was_refused_and_who_was_never_tried():
    frame = frame_of(block(0), block(1), block(2, made=False))
    assert instances_of(frame) == (
        Instances(
            "Block", ("layers[0]", "layers[1]"), ("layers[2]",), ("layers[3]", "last")
        ),
    )


def test_a_module_that_was_compiled_again_in_vain_has_its_entry():
    again = compiled(5, made=False, instance_class="Block", path="layers[0]")
    frame = frame_of(block(0), again)
    assert instances_of(frame)[0].made == ("layers[0]",)
    assert instances_of(frame)[0].refused == ()


def test_the_module_that_is_called_has_no_siblings():
    frame = frame_of(compiled(0, instance_class="Net", is_root=True))
    assert instances_of(frame) == ()


def test_a_frame_is_called_what_its_owner_calls_it():
    named = {"owner": "Net.forward", "decorator": "deco"}
    assert frame_of(compiled(0, **named)).title == "Net.forward, inside deco"
    assert frame_of(compiled(0)).title == "deco.<locals>.wrapper"


def test_one_wrapper_of_several_functions_names_them_all():
    names = ["A.forward", "B.forward", "A.forward", "C.forward", "D.forward"]
    frame = frame_of(
        *(compiled(n, owner=name, decorator="deco") for n, name in enumerate(names))
    )
    assert frame.owners == ("A.forward", "B.forward", "C.forward", "D.forward")
    assert frame.owner == "deco"
    assert frame.title == "deco, around A.forward, B.forward, C.forward and 1 more"
