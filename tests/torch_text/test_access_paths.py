"""Access paths as people write them, and one text never for two paths."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from depyf.torch_text.access_paths import paths_of, with_plain_items
from depyf.torch_text.guards import read_guard
from depyf.torch_text.path_names import path_names, readable
from depyf.torch_text.spoken_paths import Known, spoken

ITEM = "list.__getitem__({}, {})"
LIST = "torch.nn.modules.container.ModuleList"
DICT = "torch.nn.modules.container.ModuleDict"


@pytest.mark.parametrize(
    ("literal", "shown"),
    [
        ("L['x']", "x"),
        ("L['self']._modules['fc']._parameters['weight']", "self.fc.weight"),
        ("L['self'].__dict__['_buffers']['mean']", "self.mean"),
        ("L['self'].__dict__['steps']", "self.steps"),
        ("L['self']._buffers", "self._buffers"),
        ("L['self'].__dict__['_buffers']", "self._buffers"),
        ("L['kwargs']['input_ids']", "kwargs['input_ids']"),
        ("G['STATE']['step']", "STATE['step']"),
        ("G['__import_torch_dot_nn_dot_functional'].relu", "torch.nn.functional.relu"),
        ("G['__builtins_dict___3']['len']", "len"),
        # No attribute can be called so.
        ("L['self']._modules['0']", "self._modules['0']"),
        ("L['self']._modules['class']", "self._modules['class']"),
        ("L['self']._parameters['a.b']", "self._parameters['a.b']"),
        ("L['.0'][0]", "L['.0'][0]"),
    ],
)
def test_a_path_as_people_write_it(literal, shown):
    (path,) = paths_of(literal)
    assert path.literal == literal
    assert path_names([path]).of(path) == shown


def test_numbers_are_indices_where_the_owner_is_known_to_have_items():
    (path,) = paths_of("L['self']._modules['layers']._modules['3'].training")
    layers = "L['self']._modules['layers']"
    known = {layers: LIST}
    assert (
        path_names([path], lambda p: known.get(p, "")).of(path)
        == "self.layers[3].training"
    )
    other = {layers: "mine.Layers"}  # its `__getitem__` may do anything
    shown = path_names([path], lambda p: other.get(p, "")).of(path)
    assert shown == "self.layers._modules['3'].training"


def test_keys_of_a_module_dict_stay_keys():
    (path,) = paths_of("L['self']._modules['heads']._modules['a']")
    known = {"L['self']._modules['heads']": DICT}
    assert path_names([path], lambda p: known.get(p, "")).of(path) == "self.heads['a']"


def test_two_paths_never_become_one_text():
    """An attribute that shadows a module: both exist, and stay told apart."""
    paths = [*paths_of("L['self'].fc"), *paths_of("L['self']._modules['fc']")]
    names = path_names(paths)
    assert names.in_text("L['self'].fc is L['self']._modules['fc']") == (
        "L['self'].fc is L['self']._modules['fc']"
    )


def test_one_dict_in_two_ways_is_one_path():
    paths = paths_of("L['s'].__dict__['_buffers']['m'] L['s']._buffers['m']")
    names = path_names(paths)
    assert {names.in_text(path.literal) for path in paths} == {"s.m"}


def test_calls_are_no_part_of_a_path():
    assert readable("L['x'].size()[0] == 4") == "x.size()[0] == 4"
    assert [path.literal for path in paths_of("L['x'].size()[0]")] == ["L['x']"]


def test_attributes_of_classes():
    text = "dict(type(L['x'].layers[0]).__mro__[1].__dict__)['flag'] == False"
    assert readable(text) == "type(x.layers[0]).__mro__[1].flag == False"


STEP = st.sampled_from(
    ["._modules['a']", "._parameters['a']", "._buffers['a']", ".__dict__['a']", ".a",
     "._modules['0']", "['a']", "[0]", ".__dict__['_modules']['a']", "._modules"]
)  # fmt: skip
PATH = st.tuples(st.sampled_from(["L['a']", "G['a']"]), st.lists(STEP, max_size=4)).map(
    lambda pair: pair[0] + "".join(pair[1])
)


@given(st.lists(PATH, max_size=12), st.booleans())
def test_names_are_one_to_one(texts, are_lists):
    """But for a dict that torch writes in two ways."""
    paths = [path for text in texts for path in paths_of(text)]
    names = path_names(paths, lambda _path: LIST if are_lists else "")
    owners = {}
    for path in paths:
        same = path.literal.replace(".__dict__['_modules']", "._modules")
        owners.setdefault(names.in_text(path.literal), set()).add(same)
    assert all(len(literals) == 1 for literals in owners.values())


@given(PATH)
def test_paths_are_read_whole(text):
    (path,) = paths_of(text)
    assert path.literal == text


def test_an_item_of_a_lists_subclass_is_an_item():
    """Such as a processor of a list with methods of its own (514)."""
    item = ITEM.format("L['steps']", 1)
    guard = read_guard(f"len({item}.ids) == 2  # ids[0]  # main.py:3 in f")
    assert guard.expression == "len(L['steps'][1].ids) == 2"
    assert guard.asks.subject == "L['steps'][1].ids"
    inner = ITEM.format(item, 0)
    assert with_plain_items(f"{inner}.lr == 1") == "L['steps'][1][0].lr == 1"
    assert with_plain_items("list.__getitem__(f(x), 1)") == "list.__getitem__(f(x), 1)"


def test_a_variable_of_an_inner_closure_is_inside_of_the_outer_function():
    """Not "in the closure of a value in the closure" (494)."""
    cell = ".__closure__[0].cell_contents"
    known = Known(cell="ends")
    assert spoken(f"mask{cell}", known) == "`ends` in the closure of `mask`"
    assert spoken(f"mask{cell * 2}", known) == "`ends` in a closure inside `mask`"
    assert spoken(f"mask{cell * 3}", known) == "`ends` in a closure inside `mask`"
