"""Names that other parts and other programs rely on."""

from __future__ import annotations

import pytest

from depyf.model.file_names import (
    counting_key,
    full_code_file,
    graph_file,
    kernel_file,
    safe_name,
    transformed_file,
    transformed_stem,
)
from depyf.model.stages import stage_name, stage_order
from depyf.torch_text.names import CompileId, short_name


@pytest.mark.parametrize(
    "text", ["0/0", "12/3", "12/3_2", "!0/12/0", "!0", "!0/12/0_1", "3:0/1"]
)
def test_a_compile_id_reads_back_from_its_own_text(text):
    parsed = CompileId.parse(text)
    assert parsed is not None
    assert parsed.key == text


@pytest.mark.parametrize("text", ["", "None", "frame", "1", "a/b"])
def test_text_without_an_id_is_no_id(text):
    assert CompileId.parse(text) is None


def test_attempts_belong_to_one_compilation_and_generations_do_not():
    first = CompileId(0, 1)
    assert CompileId(0, 1, attempt=2).compilation == first
    assert CompileId(0, 1, generation=1).compilation.key != first.key


def test_only_the_uuid_is_cut_from_a_name():
    uuid = "f7d7e5b6_02db_46da_b157_4ed9208bf4dd"
    assert short_name(f"__compiled_fn_12_{uuid}") == "__compiled_fn_12"
    assert short_name("__resume_at_102_2") == "__resume_at_102_2"
    assert short_name("my_fn_0123") == "my_fn_0123"


@pytest.mark.parametrize(
    "name",
    ["forward", "<lambda>", "größe", "日本語", "a b;rm -rf $HOME", "x" * 300, "", "<>"],
)
def test_every_name_becomes_a_file_name_and_an_identifier(name):
    safe = safe_name(name)
    assert safe.isascii()
    assert len(safe) < 140
    assert transformed_stem(name, 3).isidentifier()
    assert transformed_file(name, 3) == f"{transformed_stem(name, 3)}.py"
    assert all(char.isalnum() or char == "_" for char in safe)


def test_long_names_that_differ_at_the_end_stay_different():
    assert safe_name("x" * 300 + "a") != safe_name("x" * 300 + "b")


def test_names_that_a_file_system_may_mix_up_count_together():
    assert counting_key("Forward") == counting_key("forward")


def test_file_names_are_those_that_programs_glob():
    assert transformed_file("forward", 1) == "__transformed_code_1_for_forward.py"
    assert full_code_file("toy_example", 0) == "full_code_for_toy_example_0.py"
    assert kernel_file("__compiled_fn_1", 0) == "__compiled_fn_1.kernel_0.py"
    assert (
        graph_file("__compiled_fn_1", stage_name("Forward graph"), 0)
        == "__compiled_fn_1.Forward_graph.0.py"
    )


@pytest.mark.parametrize(
    ("said", "stage"),
    [
        ("Joint graph", "Joint_graph"),
        ("BEFORE PRE GRAD", "BEFORE_PRE_GRAD"),
        ("AFTER POST GRAD", "AFTER_POST_GRAD"),
        ("aot_inference_graph", "Forward_graph"),
        ("artifact:inductor_post_grad_graph", "AFTER_POST_GRAD"),
        ("inductor_post_grad_graph", "AFTER_POST_GRAD"),
        ("__compiled_fn_3", "Captured_Graph"),
        ("before split", "before_split"),
        ("post_grad.0.SomePass.before", "post_grad.0.SomePass.before"),
        ("../../etc/passwd", ".._.._etc_passwd"),
    ],
)
def test_both_ways_of_saying_a_stage_give_its_file_name(said, stage):
    assert stage_name(said) == stage


def test_unknown_stages_come_after_the_known_ones():
    assert stage_order("Captured_Graph") < stage_order("AFTER_POST_GRAD")
    assert stage_order("AFTER_POST_GRAD") < stage_order("before_split")
