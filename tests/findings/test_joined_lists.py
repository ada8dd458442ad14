"""A list of tensors that grows may hold one tensor, if the program only joins them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.detail_events import ProgramFile
from depyf.model.facts import facts_of
from depyf.model.findings import joined_lists

PROGRAM = """\
class Cache:
    def __init__(self, layers):
        self.keys = {empty}

    def update(self, layer, key):
        self.keys[layer].append(key)
        return torch.cat(self.keys[layer], dim=1)

    def use(self, config):
        return {use}
"""


def joined(use, empty="[[] for _ in range(layers)]"):
    text = PROGRAM.format(use=use, empty=empty)
    facts = facts_of([ProgramFile(None, "/home/user/cache.py", text)])
    return joined_lists._join_of(
        SimpleNamespace(run=SimpleNamespace(facts=facts)), "keys"
    )


@pytest.mark.parametrize(
    "use",
    [
        "sum(one.shape[1] for one in self.keys[0])",
        "sum(one.size(1) for one in self.keys[0])",
        "torch.cat(self.keys[0], 1)",
        "list(config.keys())",
        "self.keys[0].clear()",
    ],
)
def test_a_use_that_one_tensor_serves_as_well(use):
    assert joined(use) == ("torch.cat", "1")


@pytest.mark.parametrize(
    "use",
    [
        "len(self.keys[0])",
        "self.keys[0][-1].relu()",
        "[one.relu() for one in self.keys[0]]",
        "sum(one.shape[0] for one in self.keys[0])",
        "torch.stack(self.keys[0], dim=1)",
        "torch.cat(self.keys[0], dim=0)",
        "torch.cat([self.keys[0], config])",
    ],
)
def test_a_use_that_needs_each_tensor(use):
    assert joined(use) is None


@pytest.mark.parametrize("empty", ["[]", "[[], []]", "list()"])
def test_the_list_is_empty_at_first(empty):
    assert joined("0", empty) is not None
    assert joined("0", "[config.start]") is None
