"""Reads go to their use, past what does not change them and no further.

Each program stands for what Dynamo makes; what is known of its objects is given by
`Place`, where the names in ``UNKNOWN`` lead nowhere.
"""

from __future__ import annotations

import ast
import re
import textwrap

import pytest

from depyf.decompiler import compile_decompiled, decompile_code
from depyf.decompiler.ir.function import BasicBlock, Function, Return
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, VariableKind, const, load
from depyf.decompiler.passes.dynamo.places import Facts
from depyf.decompiler.passes.dynamo.variables import drop_unread
from depyf.errors import DecompilationError

UTILS = "__import_torch_dot__dynamo_dot_utils"
UNKNOWN = {"prop", "lazy"}
KINDS = {"items": "list", "table": "dict", "clear": "dict.clear", "weight": "tensor"}
KINDS["update"] = "dict.update"


class Made:
    """The class ``Class``, ``dict``, what they give when called."""

    is_reached = False
    steps = ()

    def __init__(self, kind):
        self.kind = kind

    def attribute(self, name):
        kinds = {("class", "__new__"): "new object", ("dict", "clear"): "unbound dict"}
        kinds["dict", "__setitem__"] = "unbound dict"
        kind = kinds.get((self.kind, name))
        return kind and Made(kind)

    def item(self, key):
        return None

    def stores(self, name, value):
        return self.kind == "new instance"

    def result(self, argument):
        is_new = self.kind == "new object" and argument.kind == "class"
        return Made("new instance") if is_new else None


class Place:
    """A place where ``_parts["n"]`` is ``.n``, as in a module."""

    is_reached = True

    def __init__(self, steps=()):
        self.steps = steps
        self.kind = KINDS.get(steps[-1][1], "") if steps else ""

    def attribute(self, name):
        return None if name in UNKNOWN else Place((*self.steps, (False, name)))

    def item(self, key):
        if self.steps and self.steps[-1] == (False, "_parts"):
            return Place((*self.steps[:-1], (False, key)))
        return Place((*self.steps, (True, key)))

    def stores(self, name, value):
        return name != "slow"

    def result(self, argument):
        return None


def known(kind, name):
    if name in ("Class", "dict"):
        return Made(name.lower())
    return Place() if name != "stranger" else None


def view(source, objects=known):
    names = {}
    text = textwrap.dedent(source).replace("UTILS", UTILS)
    exec(compile(text, "", "exec"), names)  # a program of this file
    code = names["f"].__code__
    return code, decompile_code(code, view=True, known_objects=objects)


CASES = {
    "a_loop_that_may_do_anything": (
        """
        def f(self, x, things):
            graph_out_0 = __compiled_fn_1(x)
            tmp_0 = self.config
            tmp_2 = graph_out_0[0]
            for one in things:
                one()
            tmp_1 = UTILS.object_setattr_ignore_descriptor
            tmp_1(tmp_0, "hits", 1)
            return tmp_2
        """,
        """
        def f(self, x, things):
            graph_out_0 = __compiled_fn_1(x)
            tmp_0 = self.config
            for one in things:
                one()
            UTILS.object_setattr_ignore_descriptor(tmp_0, "hits", 1)
            return graph_out_0[0]
        """,
    ),
    "a_loop_that_fills_a_new_object": (
        """
        def f(self, x):
            graph_out_0 = __compiled_fn_1(x)
            tmp_0 = Class.__new__(Class)
            tmp_1 = self.config
            tmp_2 = tmp_0
            tmp_3 = {"y": graph_out_0[0]}
            tmp_4 = UTILS.object_setattr_ignore_descriptor
            dict.clear(tmp_2)
            for key, value in tmp_3.items():
                dict.__setitem__(tmp_2, key, value)
            tmp_4(tmp_1, "hits", 1)
            tmp_4(tmp_0, "steps", graph_out_0[1])
            return tmp_2
        """,
        """
        def f(self, x):
            graph_out_0 = __compiled_fn_1(x)
            new_class = Class.__new__(Class)
            tmp_0 = {"y": graph_out_0[0]}
            dict.clear(new_class)
            for key, value in tmp_0.items():
                dict.__setitem__(new_class, key, value)
            self.config.hits = 1
            new_class.steps = graph_out_0[1]
            return new_class
        """,
    ),
    "a_loop_over_keys_that_may_be_anything": (
        """
        def f(self, x, key):
            graph_out_0 = __compiled_fn_1(x)
            tmp_0 = Class.__new__(Class)
            tmp_1 = self.config
            tmp_3 = {key: graph_out_0[0]}
            for key, value in tmp_3.items():
                dict.__setitem__(tmp_0, key, value)
            tmp_2 = UTILS.object_setattr_ignore_descriptor
            tmp_2(tmp_1, "hits", 1)
            return tmp_0
        """,
        """
        def f(self, x, key):
            graph_out_0 = __compiled_fn_1(x)
            new_class = Class.__new__(Class)
            tmp_0 = {key: graph_out_0[0]}.items()
            tmp_1 = self.config
            for key, value in tmp_0:
                dict.__setitem__(new_class, key, value)
            UTILS.object_setattr_ignore_descriptor(tmp_1, "hits", 1)
            return new_class
        """,
    ),
    "a_loop_that_sets_what_is_read": (
        """
        def f(self, x):
            graph_out_0 = __compiled_fn_1(x)
            tmp_0 = self.config
            tmp_1 = {"y": 1}
            for key, value in tmp_1.items():
                self.config = 1
            tmp_2 = UTILS.object_setattr_ignore_descriptor
            tmp_2(tmp_0, "hits", 1)
            return graph_out_0[0]
        """,
        """
        def f(self, x):
            graph_out_0 = __compiled_fn_1(x)
            tmp_0 = {"y": 1}.items()
            tmp_1 = self.config
            for key, value in tmp_0:
                self.config = 1
            tmp_1.hits = 1
            return graph_out_0[0]
        """,
    ),
    "new_lists_that_nothing_reads": (
        """
        def f(self, x):
            graph_out_0 = __compiled_fn_1(x)
            []
            [[*[]]]
            return graph_out_0[0]
        """,
        """
        def f(self, x):
            graph_out_0 = __compiled_fn_1(x)
            return graph_out_0[0]
        """,
    ),
    "a_way_through_dicts": (
        """
        def f(self, x):
            tmp_0 = self._parts
            tmp_1 = tmp_0["a"]._parts
            graph_out_0 = __compiled_fn_1(tmp_1["b"], x, tmp_1["c"], tmp_0["d"])
            return graph_out_0[0]
        """,
        """
        def f(self, x):
            graph_out_0 = __compiled_fn_1(self.a.b, x, self.a.c, self.d)
            return graph_out_0[0]
        """,
    ),
    "of_an_object_of_which_nothing_is_known": (
        """
        def f(stranger, x):
            tmp_0 = stranger._parts
            graph_out_0 = __compiled_fn_1(tmp_0["b"], x, tmp_0["c"])
            return graph_out_0[0]
        """,
        """
        def f(stranger, x):
            tmp_0 = stranger._parts
            graph_out_0 = __compiled_fn_1(tmp_0["b"], x, tmp_0["c"])
            return graph_out_0[0]
        """,
    ),
    "an_attribute_is_set_by_a_helper": (
        """
        def f(self, x):
            graph_out_0 = __compiled_fn_1(x)
            tmp_0 = UTILS.object_setattr_ignore_descriptor
            tmp_1 = self.config
            tmp_0(tmp_1, "hits", 1)
            tmp_0(self, "steps", graph_out_0[1])
            return graph_out_0[0]
        """,
        """
        def f(self, x):
            graph_out_0 = __compiled_fn_1(x)
            self.config.hits = 1
            self.steps = graph_out_0[1]
            return graph_out_0[0]
        """,
    ),
    "where_setting_it_would_run_code": (
        """
        def f(self, x):
            graph_out_0 = __compiled_fn_1(x)
            UTILS.object_setattr_ignore_descriptor(self, "slow", 1)
            return graph_out_0[0]
        """,
        """
        def f(self, x):
            graph_out_0 = __compiled_fn_1(x)
            UTILS.object_setattr_ignore_descriptor(self, "slow", 1)
            return graph_out_0[0]
        """,
    ),
    "a_value_that_may_be_a_module_or_parameter": (
        """
        def f(self, x):
            tmp_0 = make(x)
            UTILS.object_setattr_ignore_descriptor(self, "made", tmp_0)
            return __resume_at_2_3(tmp_0)
        """,
        """
        def f(self, x):
            tmp_0 = make(x)
            UTILS.object_setattr_ignore_descriptor(self, "made", tmp_0)
            return __resume_at_2_3(tmp_0)
        """,
    ),
    "a_global_is_read_where_it_is_called": (
        """
        def f(self, x):
            graph_out_0 = __compiled_fn_1(x)
            tmp_0 = normalize
            tmp_1 = graph_out_0[0]
            UTILS.object_setattr_ignore_descriptor(self, "steps", 1)
            tmp_2 = tmp_0(tmp_1, 1e-06)
            return __resume_at_2_3(tmp_2)
        """,
        """
        def f(self, x):
            graph_out_0 = __compiled_fn_1(x)
            self.steps = 1
            tmp_2 = normalize(graph_out_0[0], 1e-06)
            return __resume_at_2_3(tmp_2)
        """,
    ),
    "unless_it_may_be_another_by_then": (
        """
        def f(self, x):
            graph_out_0 = __compiled_fn_1(x)
            tmp_0 = normalize
            prepare(x)
            tmp_2 = tmp_0(graph_out_0[0], self)
            return __resume_at_2_3(tmp_2)
        """,
        """
        def f(self, x):
            graph_out_0 = __compiled_fn_1(x)
            tmp_0 = normalize
            prepare(x)
            tmp_2 = tmp_0(graph_out_0[0], self)
            return __resume_at_2_3(tmp_2)
        """,
    ),
    "or_is_stored": (
        """
        def f(x):
            global count
            graph_out_0 = __compiled_fn_1(x)
            tmp_0 = count
            count = 5
            return __resume_at_2_3(tmp_0, graph_out_0[0])
        """,
        """
        def f(x):
            global count
            graph_out_0 = __compiled_fn_1(x)
            tmp_0 = count
            count = 5
            return __resume_at_2_3(tmp_0, graph_out_0[0])
        """,
    ),
    "an_attribute_of_the_name_that_is_set": (
        """
        def f(self, other, x):
            graph_out_0 = __compiled_fn_1(x)
            tmp_0 = self.steps
            UTILS.object_setattr_ignore_descriptor(other, "steps", 1)
            return __resume_at_2_3(tmp_0, graph_out_0[0])
        """,
        """
        def f(self, other, x):
            graph_out_0 = __compiled_fn_1(x)
            tmp_0 = self.steps
            other.steps = 1
            return __resume_at_2_3(tmp_0, graph_out_0[0])
        """,
    ),
    "an_item_of_a_list_that_is_filled": (
        """
        def f(self, x):
            graph_out_0 = __compiled_fn_1(x)
            tmp_0 = self.items
            tmp_1 = self.rows[0]
            tmp_2 = self.head
            tmp_0[:] = [1, x]
            return __resume_at_2_3(tmp_1, tmp_2, graph_out_0[0])
        """,
        """
        def f(self, x):
            graph_out_0 = __compiled_fn_1(x)
            tmp_1 = self.rows[0]
            self.items[:] = [1, x]
            return __resume_at_2_3(tmp_1, self.head, graph_out_0[0])
        """,
    ),
    "a_dict_is_filled_anew": (
        """
        def f(self, x):
            graph_out_0 = __compiled_fn_1(x)
            tmp_0 = self.table.update
            tmp_1 = {"k": self.table["k"], "a": graph_out_0[1]}
            tmp_2 = self.table.clear
            tmp_2()
            tmp_0(tmp_1)
            return graph_out_0[0]
        """,
        """
        def f(self, x):
            graph_out_0 = __compiled_fn_1(x)
            tmp_1 = {"k": self.table["k"], "a": graph_out_0[1]}
            self.table.clear()
            self.table.update(tmp_1)
            return graph_out_0[0]
        """,
    ),
    "sizes_of_tensors": (
        """
        def f(self, x):
            tmp_0 = UTILS.call_size
            tmp_1 = self.weight
            graph_out_0 = __compiled_fn_1(tmp_0(tmp_1, 0), tmp_1, tmp_0(x, 1))
            return graph_out_0[0]
        """,
        """
        def f(self, x):
            graph_out_0 = __compiled_fn_1(
                self.weight.size(0),
                self.weight,
                UTILS.call_size(x, 1),
            )
            return graph_out_0[0]
        """,
    ),
    "a_property_is_asked_once_and_in_its_place": (
        """
        def f(self, x):
            graph_out_0 = __compiled_fn_1(x)
            tmp_0 = self.prop
            UTILS.object_setattr_ignore_descriptor(self, "n", 1)
            return __resume_at_2_3(tmp_0, tmp_0, graph_out_0[0])
        """,
        """
        def f(self, x):
            graph_out_0 = __compiled_fn_1(x)
            tmp_0 = self.prop
            UTILS.object_setattr_ignore_descriptor(self, "n", 1)
            return __resume_at_2_3(tmp_0, tmp_0, graph_out_0[0])
        """,
    ),
    "outputs_that_somebody_else_holds": (
        """
        def f(self, x):
            graph_out_0 = __compiled_fn_1(x)
            tmp_0 = graph_out_0[0]
            change(graph_out_0)
            return __resume_at_2_3(tmp_0)
        """,
        """
        def f(self, x):
            graph_out_0 = __compiled_fn_1(x)
            tmp_0 = graph_out_0[0]
            change(graph_out_0)
            return __resume_at_2_3(tmp_0)
        """,
    ),
}


def plain(source):
    """As it is printed, whatever temporaries are called and lines are broken."""
    text = re.sub(r"\btmp_\d+\b", "tmp", textwrap.dedent(source))
    return ast.dump(ast.parse(text.replace("UTILS", UTILS)))


@pytest.mark.parametrize("name", CASES)
def test_the_view_of(name):
    source, expected = CASES[name]
    _, shown = view(source)
    assert shown.quality == "exact"
    assert not shown.diagnostics
    assert plain(shown.source) == plain(expected), shown.source


@pytest.mark.parametrize("name", CASES)
def test_the_literal_text_knows_nothing_of_it(name):
    source, _ = CASES[name]
    code, _ = view(source)
    shown = decompile_code(code, known_objects=known)
    assert plain(shown.source) == plain(decompile_code(code).source)
    assert shown.hidden_instructions == 0


def test_a_view_that_says_less_is_not_handed_out():
    code, shown = view(CASES["an_attribute_is_set_by_a_helper"][0])
    with pytest.raises(DecompilationError, match="not proved equal"):
        compile_decompiled(shown, code)


def test_code_that_is_not_of_dynamo_stays_as_it_is():
    source = """
        def f(self, x):
            tmp_0 = self._parts
            return g(tmp_0["a"], tmp_0["b"])
    """
    assert plain(view(source)[1].source) == plain(source)


def test_lines_go_down_where_reads_have_moved():
    """What moved behind a statement is shown by it."""
    code, shown = view(CASES["a_global_is_read_where_it_is_called"][0])
    offsets = range(0, len(code.co_code), 2)
    lines = [shown.line_map.line_of_offset(offset) for offset in offsets]
    lines = [line for line in lines if line > 1]
    assert lines == sorted(lines)


@pytest.mark.parametrize(
    ("read", "stays"),
    [
        (Variable(VariableKind.TEMP, "t0"), False),
        (Variable(VariableKind.LOCAL, "tmp_1"), False),
        (Variable(VariableKind.LOCAL, "x"), True),  # may be unbound: that is seen
    ],
)
def test_a_read_that_nobody_looks_at_goes_but_for_the_programs_own(read, stays):
    own = frozenset([Variable(VariableKind.LOCAL, "tmp_1")])
    facts = Facts(outputs=set(), named=set(), own=own, unread=set())
    block = BasicBlock(0, [Value(MicroOp.EVALUATE, (load(read),))], Return(const(None)))
    drop_unread(Function(None, 0, {0: block}), facts)
    assert bool(block.body) is stays
