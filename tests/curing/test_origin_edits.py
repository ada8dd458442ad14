"""A value is brought to one form where the program makes it."""

from __future__ import annotations

import textwrap
from types import SimpleNamespace

import pytest

from depyf.curing.case import Case
from depyf.curing.functions_made import closed_over, defaults
from depyf.curing.makers import Value, formed, of_value
from depyf.curing.origin_edits import TENSOR, form_of, of_argument, of_function, of_name
from depyf.curing.program_files import ProgramFiles
from depyf.curing.settings_of import Form
from depyf.curing.syntax import calls_at
from depyf.model.findings.causes import Scope
from depyf.torch_text.guards import read_guard
from depyf.torch_text.questions import GuardKind

CONTIGUOUS = Form("({}).contiguous()", "make {} contiguous")


def program(folder, source):
    source = textwrap.dedent(source).lstrip()
    file = folder / "main.py"
    file.write_text(source)
    return ProgramFiles(str(folder), str(file), {})


WITHOUT_GRADIENTS = SimpleNamespace(
    guards=[SimpleNamespace(settings="grad_mode=False")]
)


def case(files, source, kind=GuardKind.NUMBER, scope=Scope.ATTRIBUTE):
    name = source.replace("[", ".").rpartition(".")[2].strip("]'")
    group = SimpleNamespace(
        source=source,
        attribute=name,
        first=SimpleNamespace(kind=kind, scope=scope),
        frame=SimpleNamespace(entries=[WITHOUT_GRADIENTS]),
        causes=(),
    )
    return Case(files, group, "finding", (files.main,))


def added(files, edits):
    """Return the lines that edits bring, without imports and blanks."""
    before = set(files.lines(files.main))
    after = files.edited(edits).lines(files.main)
    new = (line.strip() for line in after if line not in before)
    return [line for line in new if line and not line.startswith("import ")]


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("self.lr = lr * 2", ["self.lr = torch.tensor(lr * 2)"]),
        ("opt.lr: float = lr", ["opt.lr: float = torch.tensor(lr)"]),
        ("self.a, self.lr = a, lr", ["self.a, self.lr = a, torch.tensor(lr)"]),
        ("a, self.lr = a", ["self.lr = torch.tensor(self.lr)"]),
        ("group['lr'] = lr", ["group['lr'] = torch.tensor(lr)"]),
        ("f = partial(g, lr=lr)", ["f = partial(g, lr=torch.tensor(lr))"]),
        ("c = {'lr': lr, 'b': 1}", ["c = {'lr': torch.tensor(lr), 'b': 1}"]),
        ("setattr(a, 'lr', lr)", ["setattr(a, 'lr', torch.tensor(lr))"]),
        ("self.lr = None", []),
        ("self.lr = torch.tensor(lr)", []),
        ("lr = 1", []),
    ],
)
def test_a_number_is_a_tensor_where_it_is_set(tmp_path, source, wanted):
    files = program(tmp_path, f"import torch\ndef f(self, opt, a, lr):\n    {source}\n")
    found = [added(files, one.edits) for one in of_name(case(files, "self.opt.lr"))]
    assert found == ([wanted] if wanted else [])


def test_all_places_of_one_kind_are_one_edit(tmp_path):
    source = """
        LR = 0.1
        class A:
            LR = 0.2
            def f(self, x):
                LR = x
        A.LR = 0.3
        make(LR=0.4)
    """
    files = program(tmp_path, source)
    found = [one.what for one in of_name(case(files, "LR", scope=Scope.GLOBAL))]
    assert [what.rpartition(" a tensor ")[2] for what in found] == [
        "where it is set",
        "where it is passed by name",
        "everywhere",
    ]
    every = [*of_name(case(files, "LR", scope=Scope.GLOBAL))][-1]
    assert added(files, every.edits) == [
        "LR = torch.tensor(0.1)",
        "LR = torch.tensor(0.2)",
        "A.LR = torch.tensor(0.3)",
        "make(LR=torch.tensor(0.4))",
    ]


def test_an_attribute_gets_the_form_that_its_guard_asks_for(tmp_path):
    files = program(tmp_path, "def f(self, x):\n    self.past = x[1:]\n")
    given = case(files, "self.past", GuardKind.REQUIRES_GRAD)
    [one] = of_name(given)
    assert added(files, one.edits) == ["self.past = x[1:].detach()"]


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("f.__defaults__[0]", ["def f(x, n=torch.tensor(m), *, k=m):"]),
        ("f.__kwdefaults__['k']", ["def f(x, n=m, *, k=torch.tensor(m)):"]),
        ("f.__closure__[0].cell_contents", ["a = torch.tensor(m + 1)"]),
        ("f.__closure__[1].cell_contents", ["m = torch.tensor(m)"]),
        ("f.__closure__[2].cell_contents", []),
        ("m", ["m = torch.tensor(m)"]),
    ],
)
def test_what_a_function_holds_is_a_tensor_where_it_is_made(tmp_path, path, wanted):
    source = """
        import torch
        def make(m):
            \"\"\"Returns a function.\"\"\"
            a = m + 1
            def f(x, n=m, *, k=m):
                return x * a * m * n
            return f
    """
    files = program(tmp_path, source)
    found = list(of_function(case(files, path)))
    assert [added(files, one.edits) for one in found] == ([wanted] if wanted else [])


def test_a_closure_over_a_loop_variable_and_a_lambda(tmp_path):
    source = """
        import torch
        def make(n):
            for i in range(n):
                yield lambda x: x * i
    """
    files = program(tmp_path, source)
    path = "f.__closure__[0].cell_contents"
    [(name, edit)] = closed_over(files, [files.main], path, TENSOR)
    assert name == "i"
    assert added(files, [edit]) == ["i = torch.tensor(i)"]
    assert [*defaults(files, [files.main], path, TENSOR)] == []


def test_a_tensor_is_followed_from_a_call_to_where_it_is_made(tmp_path):
    source = """
        def crop(n):
            return big(n)[:, :n], n
        class Source:
            def load(self, i):
                x, y = crop(i)
                return x, y
            def batches(self):
                for i in range(3):
                    yield i, *self.load(i)
        for step, (i, x, y) in enumerate(Source().batches()):
            net(x, y)
    """
    files = program(tmp_path, source)
    file = files.main
    [call] = (one for one in calls_at(files.tree(file), 11) if one.func.id == "net")
    steps = of_value(files, [file], Value(file, call.args[0]))
    found = [
        added(files, edits)
        for values in steps
        for _, edits in formed(files, values, CONTIGUOUS)
    ]
    assert ["return x.contiguous(), y"] in found
    assert ["return big(n)[:, :n].contiguous(), n"] in found


def test_each_return_of_a_helper_gets_the_form(tmp_path):
    source = """
        def load(i):
            if i:
                return a(i)
            return b(i)
        net(load(1))
    """
    files = program(tmp_path, source)
    file = files.main
    [call] = (one for one in calls_at(files.tree(file), 5) if one.func.id == "net")
    [values] = of_value(files, [file], Value(file, call.args[0]))
    [(_, edits)] = formed(files, values, CONTIGUOUS)
    assert added(files, edits) == [
        "return a(i).contiguous()",
        "return b(i).contiguous()",
    ]


def test_a_parameter_is_followed_to_the_callers_of_its_function(tmp_path):
    source = """
        class Runner:
            def run(self, *args):
                return self.net(*args)
        def train(x, n):
            return Runner().run(n, x)
        def main(i):
            train(big(i)[:, :3], 1)
            train(n=2, x=big(i))
    """
    files = program(tmp_path, source)
    file = files.main
    [call] = calls_at(files.tree(file), 3)
    given = Value(file, call.args[0].value, (1,))
    found = [
        added(files, edits)
        for values in of_value(files, [file], given)
        for _, edits in formed(files, values, CONTIGUOUS)
    ]
    assert ["return Runner().run(n, x.contiguous())"] in found
    assert [
        "train(big(i)[:, :3].contiguous(), 1)",
        "train(n=2, x=big(i).contiguous())",
    ] in found


def test_a_part_of_an_argument_does_not_change_the_argument(tmp_path):
    """The number is the default of the function `act`; `act` itself is none."""
    files = program(tmp_path, "act = make(1)\nstep(act)\n")
    given = case(files, "act.__defaults__[0]", scope=Scope.ARGUMENT)
    assert list(of_argument(given)) == []


def tensor(kind):
    return read_guard(
        f"check_tensor(L['x'], {kind}, DispatchKeySet(CPU), torch.float32, "
        "device=None, requires_grad=False, size=[2], stride=[1])"
    )


@pytest.mark.parametrize(
    ("guards", "actual", "wanted"),
    [
        ((tensor("Tensor"),), "float", "torch.as_tensor(x)"),
        ((tensor("Tensor"), tensor("Scene")), "", "x.as_subclass(torch.Tensor)"),
        ((tensor("Tensor"), tensor("Parameter")), "", None),
        ((tensor("Scene"), tensor("Other")), "", None),
        ((read_guard("L['x'] is None"),), "float", None),
    ],
)
def test_a_value_of_several_types_becomes_a_plain_tensor(guards, actual, wanted):
    entries = [SimpleNamespace(guards=[one]) for one in guards]
    group = SimpleNamespace(
        first=SimpleNamespace(kind=GuardKind.TYPE, literal="L['x']"),
        causes=[SimpleNamespace(actual=actual)],
        frame=SimpleNamespace(entries=entries),
    )
    form = form_of(Case(None, group, "finding", ()))
    assert (form and form.of("x")) == wanted
