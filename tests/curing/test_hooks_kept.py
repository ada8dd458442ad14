"""Hooks that a method registers and removes each time are registered in `__init__`."""

from __future__ import annotations

import pytest

from tests.curing.test_break_edits import tried

HANDLE = "attempted to represent unregistered RemovableHandle"
NET = """
class Layer:
    def __init__(self):
        self.hooks = []

    def register_forward_hook(self, hook):
        self.hooks.append(hook)
        return Handle(self.hooks)

    def __call__(self, x):
        for hook in self.hooks:
            hook(self, x, x + 1)
        return x + 1

class Handle:
    def __init__(self, hooks):
        self.hooks = hooks

    def remove(self):
        self.hooks.pop()

def install(layers, kept):
    def hook(layer, given, found):
        kept.append(found)
    return [one.register_forward_hook(hook) for one in layers]

def release(handles):
    for one in handles:
        one.remove()

class Net:
    def __init__(self):
        self.layers = [Layer(), Layer()]

    def run(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

    def forward(self, x):
        {body}

net = Net()
found = [net.forward(3), net.forward(4), net.forward(5)]
"""
LOOP = """
        kept = []
        handles = []
        def hook(layer, given, found):
            kept.append(found)
        for layer in self.layers:  # here
            handles.append(layer.register_forward_hook(hook))
        y = self.run(x)
        for handle in handles:
            handle.remove()
        return y + sum(kept)
"""
BY_HELPER = """
        kept = []
        handles = install(self.layers, kept)  # here
        y = self.run(x)
        release(handles)
        total = y + sum(kept)
        return total
"""
FINALLY = """
        kept = {}
        handle = self.layers[0].register_forward_hook(lambda *a: kept.update(a=a[2]))
        try:
            y = self.run(x)
        finally:
            handle.remove()  # here
        return y + kept["a"]
"""
PARAMETER = """
        kept = []
        handle = self.layers[0].register_forward_hook(lambda *a: kept.append(x))
        y = self.run(x)
        handle.remove()  # here
        return y + kept[0]
"""
RETURNED = """
        kept = []
        handle = self.layers[0].register_forward_hook(lambda *a: kept.append(a[2]))
        y = self.run(x)
        handle.remove()  # here
        return y, kept
"""
STAYS = """
        kept = []
        handle = self.layers[0].register_forward_hook(lambda *a: kept.append(a[2]))
        y = self.run(x)  # here
        return y + kept[0]
"""


def _edited(folder, body):
    source = NET.replace("{body}", body.strip())
    found = tried(folder, source, "# here", HANDLE)
    return source, [text for what, text in found.items() if "hooks of" in what]


@pytest.mark.parametrize("body", [LOOP, BY_HELPER, FINALLY])
def test_the_method_gives_the_same_with_hooks_that_stay(tmp_path, body):
    source, edits = _edited(tmp_path, body)
    [text] = edits
    before, after = {}, {}
    exec(source, before)
    exec(text, after)
    assert before["found"] == after["found"]
    assert len(after["net"].layers[0].hooks) == 1
    method = text[text.index("def forward") :]
    assert "remove()" not in method
    assert "register" not in method


def test_a_container_is_empty_between_the_calls_where_the_end_does_not_read_it(
    tmp_path,
):
    _, [text] = _edited(tmp_path, BY_HELPER)
    assert "        kept.clear()\n        return total" in text


@pytest.mark.parametrize(
    "body", [PARAMETER, RETURNED, STAYS, LOOP.replace("kept = []", "kept = [x]")]
)
def test_no_edit_where_a_call_has_a_part_in_it_or_the_caller_keeps_it(tmp_path, body):
    _, edits = _edited(tmp_path, body)
    assert not edits
