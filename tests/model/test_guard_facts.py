"""Guards become facts: each once, about what a person can change, in that order."""

from __future__ import annotations

from depyf.model import events as ev
from depyf.model.build import fold
from depyf.model.entry_guards import changes, frame_guards, nearest
from depyf.model.guard_fact import INPUTS, OBJECTS, ORDER, SIZES, VALUES
from depyf.model.guard_facts import guard_facts
from depyf.torch_text.guards import read_guard
from depyf.torch_text.names import CompileId

KEYS = "DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU)"


def tensor(path, size, stride, **more):
    given = {"type": "Tensor", "keys": KEYS, "dtype": "torch.float32", **more}
    return (
        f"check_tensor({path}, {given['type']}, {given['keys']}, {given['dtype']}, "
        f"device={more.get('device')}, requires_grad={more.get('grad', False)}, "
        f"size={size}, stride={stride})"
    )


def facts_of(*texts, symbols=()):
    return guard_facts([read_guard(text) for text in texts], symbols)


def said(*texts, **more):
    return [fact.text for fact in facts_of(*texts, **more).facts]


def test_a_tensor_says_what_a_person_asks_of_it():
    assert said(tensor("L['x']", "[4, 8]", "[8, 1]")) == [
        "is_tensor(x, torch.float32, [4, 8])"
    ]


def test_strides_are_named_only_where_they_are_not_those_of_the_sizes():
    assert said(tensor("L['x']", "[4, 8]", "[1, 4]")) == [
        "is_tensor(x, torch.float32, [4, 8], stride=[1, 4])"
    ]
    # A dimension of size 1 may have any stride; an unknown size says nothing.
    assert "stride" not in said(tensor("L['x']", "[1, 8]", "[64, 1]"))[0]
    assert "stride" not in said(tensor("L['x']", "[4, None, 8]", "[None, 8, 1]"))[0]
    assert "stride" in said(tensor("L['x']", "[None, 8]", "[1, 4]"))[0]


def test_devices_and_unusual_tensors_are_named():
    keys = "DispatchKeySet(CUDA, BackendSelect, ADInplaceOrView, AutogradCUDA)"
    (text,) = said(tensor("L['x']", "[4]", "[1]", keys=keys, device="0", grad=True))
    assert text == (
        "is_tensor(x, torch.float32, [4], device='cuda:0', requires_grad=True)"
    )
    inference = "DispatchKeySet(CPU, BackendSelect)"
    assert "keys='inference'" in said(tensor("L['x']", "[4]", "[1]", keys=inference))[0]
    assert "type=Mine" in said(tensor("L['x']", "[4]", "[1]", type="Mine"))[0]


def test_a_type_that_torch_has_a_stand_in_for_is_told_without_address():
    text = "___check_fake_script_type(G['group'], 94072741), type=<class 'd.Group'>"
    (fact,) = facts_of(text).facts
    assert (fact.text, fact.category) == ("type(group) is Group", OBJECTS)


def test_a_registry_of_torch_is_no_value_of_the_program():
    registry = "__import__('torch').utils._pytree.SUPPORTED_NODES"
    facts = facts_of(f"___dict_version({registry}) == 92", f"len({registry}) == 4")
    assert {fact.category for fact in facts.facts} == {"torch's own state"}


def test_what_mark_dynamic_left_is_a_fact_about_sizes():
    look = "getattr(L['x'], '_dynamo_dynamic_indices', set()).issubset({0, 1})"
    text = f"(({look}) if hasattr(L['x'], '_dynamo_dynamic_indices') else True)"
    (fact,) = facts_of(text).facts
    assert fact.text == "dynamic_marks(x) <= {0, 1}"
    assert (fact.subject, fact.category) == ("x", SIZES)


def test_the_private_marks_of_a_tensor_are_part_of_it():
    marks = [f"hasattr(L['x'], '_dynamo_{n}_indices') == False" for n in "abc"]
    facts = facts_of(tensor("L['x']", "[4]", "[1]"), *marks)
    assert len(facts.facts) == 1
    assert facts.marks == 3
    assert facts.guards == 4
    # Without the tensor they say something of their own.
    assert len(facts_of(*marks).facts) == 3


def test_a_key_of_any_type_is_one_that_a_dict_has_or_has_not():
    texts = said("not ___dict_contains(4, L['d'])", "___dict_contains('a', L['d'])")
    assert texts == ["4 not in d", "'a' in d"]


def test_what_must_not_be_none_is_a_value_and_no_other_path():
    (fact,) = facts_of("L['x'].grad is not None").facts
    assert (fact.category, fact.subject) == (VALUES, "x.grad")
    (fact,) = facts_of("L['x'] is L['y']").facts
    assert (fact.category, fact.subject) == (OBJECTS, "y")


def test_addresses_are_never_shown():
    texts = said(
        "___check_type_id(L['self'], 94808293072000), type=<class 'a.b.Net'>",
        "___check_obj_id(G['f'].__code__, 139873706500784), type=<class 'code'>",
        "___check_obj_id(L['m'], 139873706500784)",
    )
    assert sorted(texts) == [
        "same_object(f.__code__)", "same_object(m)", "type(self) is Net",
    ]  # fmt: skip


def test_two_classes_of_one_name_keep_their_modules():
    texts = said(
        "___check_type_id(L['a'], 1), type=<class 'x.Net'>",
        "___check_type_id(L['b'], 2), type=<class 'y.Net'>",
    )
    assert texts == ["type(a) is x.Net", "type(b) is y.Net"]


def test_sizes_bear_the_names_that_torch_gave_them():
    symbol = ev.ShapeSymbol(None, symbol="s7", source="L['x'].size()[0]")
    facts = facts_of(
        tensor("L['x']", "[None, 8]", "[8, 1]"),
        "2 <= L['x'].size()[0]",
        symbols=[symbol],
    )
    assert [fact.text for fact in facts.of(INPUTS)] == [
        "is_tensor(x, torch.float32, [s7, 8])"
    ]
    assert [fact.text for fact in facts.of(SIZES)] == ["2 <= s7"]


def test_what_a_reader_can_change_comes_first():
    facts = facts_of(
        "___check_global_state()",
        "___check_type_id(L['self'], 1), type=<class 'a.Net'>",
        "L['n'] == 3",
        tensor("L['x']", "[4]", "[1]"),
        tensor("L['self']._parameters['w']", "[4]", "[1]", type="Parameter"),
        "L['x'].size()[0] <= 7",
        "'forward' not in vars(L['self'])",
    )
    places = [ORDER.index(fact.category) for fact in facts.facts]
    assert places == sorted(places)
    assert len(set(places)) == len(ORDER)


def test_numbers_of_dictionaries_of_builtins_are_no_difference():
    one = facts_of("___check_obj_id(G['__builtins_dict___1']['len'], 5)").facts
    other = facts_of("___check_obj_id(G['__builtins_dict___9']['len'], 5)").facts
    assert one == other


def test_guards_that_are_no_python_are_kept_apart():
    facts = facts_of("a b", "L['n'] == 3")
    assert [part.expression for part in facts.other] == ["a b"]


def entries(*guards):
    events = []
    for number, texts in enumerate(guards):
        compile_id = CompileId(0, number)
        events += [
            ev.TransformedCode(
                compile_id, "f", number, f"{number}.py", "def f(): pass", "exact",
                code_key="f",
            ),
            ev.GuardsReported(compile_id, tuple(map(read_guard, texts))),
        ]  # fmt: skip
    (frame,) = fold(events).frames
    return frame_guards(frame)


def told(guards, number):
    entry = guards.entries[number]
    return [
        (one.subject, one.before, one.after)
        for one in changes(nearest(guards, entry), entry)
    ]


def test_what_all_entries_demand_is_common_and_each_keeps_its_own():
    guards = entries(["L['a'] == 1", "L['n'] == 0"], ["L['n'] == 1", "L['a'] == 1"])
    assert [fact.text for fact in guards.common] == ["a == 1"]
    assert [[f.text for f in one.own] for one in guards.entries] == [
        ["n == 0"],
        ["n == 1"],
    ]


def test_a_single_entry_has_nothing_in_common():
    assert entries(["L['a'] == 1"]).common == ()


def test_changes_name_value_before_and_after():
    guards = entries(["L['n'] == 0"], ["L['n'] == 1"])
    assert told(guards, 1) == [("n", "0", "1")]


def test_changes_of_a_tensor_name_what_differs():
    first = tensor("L['x']", "[4, 8]", "[8, 1]")
    second = tensor("L['x']", "[None, 8]", "[8, 1]")
    assert told(entries([first], [second]), 1) == [("x", "[4, 8]", "[..., 8]")]


def test_strides_that_became_free_are_a_change():
    first = tensor("L['x']", "[1, 4, 8]", "[32, 8, 1]")
    second = tensor("L['x']", "[1, 4, 8]", "[None, 8, 1]")
    assert told(entries([first], [second]), 1) == [
        ("x", "stride=[32, 8, 1]", "stride=[..., 8, 1]")
    ]


def test_tensors_that_differ_only_in_what_is_left_out_are_told_apart():
    plain, no_autograd = tensor("L['x']", "[4]", "[1]"), KEYS.replace(", Autograd", "")
    for other, difference in (
        (tensor("L['x']", "[4]", "[1]", type="Parameter"), "type=Parameter"),
        (tensor("L['x']", "[4]", "[1]", keys=no_autograd.replace("CPU)", ")")), "no"),
    ):
        ((subject, before, after),) = told(entries([plain], [other]), 1)
        assert (subject, before != after) == ("x", True)
        assert after.startswith(difference)
        assert "stride" not in before + after
        ((_, before, after),) = told(entries([other], [plain]), 1)
        assert difference in (before or "no")
        assert "stride" not in before + after


def test_an_entry_is_told_against_the_nearest_before_it():
    guards = entries(
        ["L['n'] == 0", "L['m'] == 0"],
        ["L['n'] == 5", "L['m'] == 5"],
        ["L['n'] == 0", "L['m'] == 1"],
    )
    assert told(guards, 2) == [("m", "0", "1")]


def test_what_many_entries_share_gets_a_name():
    many = [f"L['a{n}'] == {n}" for n in range(6)]
    guards = entries([*many, "L['n'] == 0"], [*many, "L['n'] == 1"], ["L['n'] == 2"])
    (shared,) = guards.shared
    assert shared.entries == (0, 1)
    assert len(shared.facts) == 6
    assert [fact.text for fact in guards.rest(guards.entries[0])] == ["n == 0"]


def test_categories_of_what_leads_through_a_class():
    (fact,) = facts_of("dict(type(L['c']).__dict__)['flag'] == False").facts
    assert (fact.category, fact.text) == (OBJECTS, "type(c).flag == False")


STATE = (
    '___check_global_state() against {"autocast_state":{"cached_enabled":true,'
    '"enabled":[%s,false]},"default_dtype":6,"deterministic_algorithms":false,'
    '"grad_mode":%s,"num_threads":2,"torch_function":true}'
)


def test_the_settings_of_torch_are_named_and_told_apart():
    on, off = STATE % ("false", "true"), STATE % ("false", "false")
    mixed = STATE % ("true", "true")
    assert said(on) == ["global_state_is(grad_mode=True, num_threads=2)"]
    assert "autocast=['cpu']" in said(mixed)[0]
    guards = entries([on, "L['n'] == 0"], [off, "L['n'] == 0"])
    assert [fact.text for fact in guards.common] == ["n == 0"]
    assert told(guards, 1) == [
        ("torch's settings", "grad_mode=True", "grad_mode=False")
    ]
