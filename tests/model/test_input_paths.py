"""Inputs of captured graphs have the paths of guards where their names are unclear."""

from __future__ import annotations

from depyf.model.graph_nodes import compilation_nodes
from depyf.model.run import Compilation, Graph
from depyf.torch_text.guards import read_guard
from depyf.torch_text.names import CompileId

BLOCK = "L['self']._modules['blocks']._modules['0']"
ACTIVE = "L_self_modules_blocks_modules_0_active_a"
TYPED = (
    "___check_type_id(L['self']._modules['blocks'], 1), "
    "type=<class 'torch.nn.modules.container.ModuleList'>"
)


def labels(value, *guards, given=("L_x_", ACTIVE)):
    arguments = ", ".join(f'{one}: "f32[4][1]cpu"' for one in given)
    text = (
        f"class G(torch.nn.Module):\n    def forward(self, {arguments}):\n"
        f'        y: "f32[4][1]cpu" = {value}\n        return (y,)\n'
    )
    parts = tuple(map(read_guard, (TYPED, *guards)))
    graph = Graph("__compiled_fn_1", "Captured_Graph", 0, text)
    compilation = Compilation(CompileId(0, 0), guards=parts, graphs=(graph,))
    (found,) = compilation_nodes(compilation)
    return [one.label for one in found.nodes if one.kind != "output"]


def test_an_attribute_of_a_module_has_the_path_that_a_guard_names():
    assert labels(f"L_x_ @ {ACTIVE}.T", f"hasattr({BLOCK}.active_a, 'T')") == [
        "x",
        "blocks[0].active_a",
        "x @ blocks[0].active_a.T",
    ]


def test_only_the_input_itself_is_renamed_in_what_takes_it():
    found = labels(
        "torch.add(L_batch_ids, L_batch_ids_long)",
        "L['batch'].ids == 1",
        "L['batch']['ids_long'] == 1",
        given=("L_batch_ids", "L_batch_ids_long"),
    )
    assert found[:2] == ["batch.ids", "L_batch_ids_long"]
    found = labels("L_batch_x_ + 1", "L['batch']['x'] == 1", given=("L_batch_x_",))
    assert found == ["batch['x']", "batch['x'] + 1"]


def test_an_input_keeps_its_name_without_a_guard_or_with_guards_on_two_such_paths():
    assert labels(f"{ACTIVE}.T")[1:] == [ACTIVE, f"{ACTIVE}.T"]
    both = (f"{BLOCK}.active_a == 1", f"{BLOCK}.active.a == 1")
    assert labels(f"{ACTIVE}.T", *both)[1:] == [ACTIVE, f"{ACTIVE}.T"]
