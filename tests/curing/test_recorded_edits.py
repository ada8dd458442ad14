"""Edits that are proposed for recorded problems; `test_cures` runs such edits."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from depyf.curing.program_files import ProgramFiles
from depyf.curing.proposals import proposals
from depyf.model.build import fold
from depyf.model.serialize import event_from_json, event_to_json

PROBLEMS = Path(__file__).parent.parent / "findings"
THERE = "/home/user/"  # where they were recorded


def proposed(name, folder):
    """Return the new lines of each proposal for a recorded problem."""
    text = gzip.decompress((PROBLEMS / "journals" / f"{name}.jsonl.gz").read_bytes())
    events = []
    for line in text.splitlines():
        whole = json.dumps(event_to_json(event_from_json(json.loads(line))))
        events.append(event_from_json(json.loads(whole.replace(THERE, f"{folder}/"))))
    file = folder / f"{name}.py"
    program = (PROBLEMS / "problems" / f"{name}.py").read_text("utf-8")
    file.write_text(program, "utf-8")
    files = ProgramFiles(str(folder), str(file), {})
    for one in proposals(fold(events), files):
        new = files.edited(one.edits).text(str(file)).split("\n")
        old = program.split("\n")
        yield [line.strip() for line in new if line not in old]


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("boxes_by_mask", ["shared = torch.where(meets, (right - left) * 2, shared)"]),
        ("lazy_offsets", ["self.offsets()"]),
        ("new_parameter", ["return x.detach()"]),
        (
            "partial_methods",
            ["import types", "module.forward = types.MethodType(aligned, module)"],
        ),
        (
            "dict_attributes",
            [
                "def __getattr__(self, name):",
                "return self[name]",
                "def __setattr__(self, name, value):",
                "self[name] = value",
            ],
        ),
        (
            "weak_owner",
            [
                "@property",
                "def owner(self):",
                "return self._owner_reference()",
                "self._owner_reference = weakref.ref(owner)",
            ],
        ),
        ("cached_sizes", ["@property", "@property"]),
        (
            "passed_generator",
            ["print(round(loss(list(parts), 0.5).item(), 5))"],
        ),
        (
            "index_objects",
            [
                "head = x[:, : int(self.lead)].mean()",
                "return x[:, int(self.lead) :] - head",
            ],
        ),
        (
            "created_namespace",
            [
                "class Namespace:",
                "def __init__(self, **fields):",
                "self.__dict__.update(fields)",
                "return Namespace(**fields)",
            ],
        ),
        (
            "metadata_names",
            [
                "def __metadata_guard__(cls, old, new):",
                "return old[0] == new[0]",
            ],
        ),
        (
            "ablated_blocks",
            [
                "self.disabled = torch.tensor(False)",
                "return torch.where(self.disabled, x + out, x + out * self.scale)",
                "block.disabled = torch.tensor(True)",
                "block.disabled = torch.tensor(False)",
            ],
        ),
        ("sorted_stages", ["weight = value"]),
        ("data_store", ["out = out + (hard.detach() - out).detach()"]),
        (
            "key_objects",
            [
                "if (spec.kind, spec.size) not in self.tables:",
                "self.tables[(spec.kind, spec.size)] = MAKERS[spec.kind](spec.size)",
                "return self.tables[(spec.kind, spec.size)]",
            ],
        ),
        ("squeezed_fields", ["return field.flatten(0, -3) + 1"]),
        ("frozen_roles", ["pass"]),
        ("fake_parameters", ["def _(waves, hop, decay=0.5):"]),
        (
            "drawn_inside",
            [
                "self.step = self._step",
                "return self._compiled_step(high, low, x)",
                '@torch.compile(backend="eager")',
                "def _compiled_step(self, high, low, x):",
            ],
        ),
        (
            "kept_parameters",
            [
                "self.weights = {name: one.detach().clone() for name, one in "
                "model.named_parameters()}"
            ],
        ),
        (
            "numpy_keys",
            [
                "self.levels = {one: torch.tensor(depth == one) for one in "
                "np.unique(depth).tolist()}"
            ],
        ),
        (
            "frame_cache",
            [
                "self.keys[layer][:] = [torch.cat([*self.keys[layer], key], dim=1)]",
                "self.values[layer][:] = "
                "[torch.cat([*self.values[layer], value], dim=1)]",
            ],
        ),
        ("counted_relations", ["count = (relation.max() + 1).item()"]),
        ("stride_buffers", ["self.stride = stride", "self.span = kernel - stride"]),
        (
            "tagged_tensor",
            [
                "print(round(float(compiled((images).as_subclass(torch.Tensor), "
                "masks)), 4))"
            ],
        ),
    ],
)
def test_the_edit_is_proposed(tmp_path, name, lines):
    assert lines in list(proposed(name, tmp_path))
