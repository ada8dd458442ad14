"""The judge of the model tests sees what it is there for: it is shown wrong dumps."""

from __future__ import annotations

import json

import pytest
from gallery import judge

CAPTURED = '    y: "f32[2]" = x.{}();  x = None\n    z = y + {};  y = None\n'
POST = "    {0}_1 = torch.ops.aten.{0}.default(x_1);  x_1 = None\n"
KERNEL = "# generated\ncpp_fused_{} = async_compile.cpp_pybinding()\n"


def told():
    """What torch says of two graphs."""
    return {
        f"{number}/0": {
            "graphs": [f"__compiled_fn_{number}_a_b_c_d_e"],
            "records": [
                ["dynamo_output_graph", CAPTURED.format(name, number)],
                ["inductor_post_grad_graph", POST.format(name)],
                ["inductor_output_code", KERNEL.format(name)],
                [
                    "inductor_provenance_tracking_node_mappings",
                    json.dumps(
                        {"cppCodeToPost": {f"cpp_fused_{name}:1": [f"{name}_1"]}}
                    ),
                ],
            ],
        }
        for number, name in ((1, "sin"), (2, "cos"))
    }


def dump(folder, names):
    for number, name in names.items():
        stem = f"__compiled_fn_{number}"
        text = f"# What runs.\n# exact: checked.\ndef f(x):\n    return {stem}(x)\n"
        (folder / f"__transformed_code_{number}_for_f.py").write_text(text)
        shown = {
            "Captured_Graph.0": _as_comment(CAPTURED.format(name, number)),
            "AFTER_POST_GRAD.0": _as_comment(POST.format(name)),
            "kernel_0": KERNEL.format(name),
        }
        for part, content in shown.items():
            (folder / f"{stem}.{part}.py").write_text(content)


def _as_comment(text):
    return "".join(f"# {line}\n" for line in text.splitlines())


def test_a_true_dump_has_no_faults(tmp_path):
    dump(tmp_path, {1: "sin", 2: "cos"})
    assert judge.faults(tmp_path, told()) == []
    assert judge.counted(tmp_path, told())["kernels with nodes"] == 2


def test_a_graph_may_be_called_by_another_name(tmp_path):
    dump(tmp_path, {1: "sin", 2: "cos"})
    path = tmp_path / "__transformed_code_1_for_f.py"
    text = "# What runs.\n# exact: checked.\ndef f(x):\n    tmp_0 = __compiled_fn_1\n"
    path.write_text(f"{text}    return tmp_0(first(x))\n")
    assert judge.faults(tmp_path, told()) == []
    path.write_text(f"{text}    return tmp_00(first(x))\n")
    assert judge.faults(tmp_path, told()) == [
        "1/0 __compiled_fn_1: no transformed code calls it"
    ]


def test_a_line_of_the_program_is_no_operation(tmp_path):
    dump(tmp_path, {1: "sin", 2: "cos"})
    heard = told()
    line = (
        "    # File: model.py:{} in {}, code: found = [each(x) for each in self.all]\n"
    )
    for place, name in enumerate(("forward", "<listcomp>", "<lambda>")):
        said = heard["1/0"]["records"][0]
        said[1] = line.format(place, name) + said[1]
    assert judge.faults(tmp_path, heard) == []


def test_the_records_of_forward_and_backward_may_be_one(tmp_path):
    dump(tmp_path, {1: "sin", 2: "cos"})
    heard = told()
    records = heard["1/0"]["records"]
    for kind, text in (
        ("inductor_post_grad_graph", POST.format("neg")),
        ("inductor_output_code", KERNEL.format("neg")),
    ):
        records.append([kind, text])
    both = {f"cpp_fused_{name}:1": [f"{name}_1"] for name in ("sin", "neg")}
    records[3][1] = json.dumps({"cppCodeToPost": both})
    stem = tmp_path / "__compiled_fn_1"
    stem.with_suffix(".AFTER_POST_GRAD.1.py").write_text(
        _as_comment(POST.format("neg"))
    )
    stem.with_suffix(".kernel_1.py").write_text(KERNEL.format("neg"))
    assert judge.faults(tmp_path, heard) == []
    both["cpp_fused_neg:1"] = ["neg_2"]
    records[3][1] = json.dumps({"cppCodeToPost": both})
    assert "source nodes" in "\n".join(judge.faults(tmp_path, heard))


def test_graphs_under_each_others_names_are_found(tmp_path):
    dump(tmp_path, {1: "cos", 2: "sin"})
    found = "\n".join(judge.faults(tmp_path, told()))
    for words in ("Captured_Graph is not", "source nodes", "no module", "not under it"):
        assert found.count(words) == 2, found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("# What runs.\n# listing: as they are.\n__compiled_fn_1()", "is not exact"),
        ("# What runs.\n# exact: checked.\n__compiled_fn_1(", "does not compile"),
        ("# What runs.\n# exact: checked.\n__compiled_fn_12()", "no transformed code"),
    ],
)
def test_a_function_that_is_not_as_it_should_be_is_found(tmp_path, text, words):
    dump(tmp_path, {1: "sin", 2: "cos"})
    (tmp_path / "__transformed_code_1_for_f.py").write_text(text)
    assert words in "\n".join(judge.faults(tmp_path, told()))
