"""`depyf.cure(fn, ...)`: what helps is kept, and nothing of the program changes."""

from __future__ import annotations

import pytest

import depyf
from depyf.curing.verdicts import Verdict
from depyf.errors import CureError

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.torch

from torch._dynamo.eval_frame import (  # noqa: E402 - needs torch
    _debug_get_cache_entry_list as cache_entries,
)


def compiled(function, **options):
    return torch.compile(function, backend="eager", **options)


def ones(*sizes):
    return [(torch.ones(size, 2),) for size in sizes]


@pytest.fixture(autouse=True)
def _fresh():
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


def double(x):
    return x * 2


def test_a_size_that_varies_is_marked_and_the_table_says_so():
    found = depyf.cure(compiled(double), torch.ones(3, 2), also=ones(4, 5))
    assert found.before.recompiles == 1
    assert found.after.recompiles == 0
    line = "torch._dynamo.maybe_mark_dynamic(x, 0)  # before each call"
    assert found.code == (line,)
    assert str(found) == repr(found)
    assert "kept  `maybe_mark_dynamic` for `x.shape[0]`: recompiles 1 -> 0" in str(
        found
    )
    assert line in str(found)


def test_a_setting_that_torch_names_is_tried():
    def scaled(x):
        return x * x.sum().item()

    found = depyf.cure(compiled(scaled), torch.ones(3))
    statement = "torch._dynamo.config.capture_scalar_outputs = True"
    assert found.code == (statement,)
    assert (found.before.graph_breaks, found.after.graph_breaks) == (1, 0)
    assert torch._dynamo.config.capture_scalar_outputs is False


def test_tensors_in_containers_and_keyword_arguments_are_named():
    def total(batch, scale=1.0):
        return batch["ids"][0] * scale

    def batch(size):
        return {"ids": [torch.ones(size)]}

    found = depyf.cure(
        compiled(total), batch(3), also=[{"batch": batch(4)}, (batch(5),)], scale=2.0
    )
    assert found.code[0].startswith(
        "torch._dynamo.maybe_mark_dynamic(batch['ids'][0], 0)"
    )


def test_what_the_program_compiled_stays_as_it_was():
    function = compiled(double)
    for args in ones(3, 4):
        function(*args)
    before = len(cache_entries(double.__code__))
    depyf.cure(function, torch.ones(3, 2), also=ones(4, 5))
    assert len(cache_entries(double.__code__)) == before
    assert depyf.check(function, torch.ones(6, 2))


def test_a_helper_keeps_no_entries_of_trials():
    def helper(x):
        torch._dynamo.graph_break()
        return x + 1

    def outer(x):
        return helper(x) * 2

    depyf.cure(compiled(outer), torch.ones(3, 2), also=ones(4))
    assert cache_entries(helper.__code__) == []


def test_entries_that_stay_at_a_helper_are_told():
    def helper(x):
        torch._dynamo.graph_break()
        return x + 1

    def outer(x):
        return helper(x) * 2

    compiled(helper)(torch.ones(2))
    found = depyf.cure(compiled(outer), torch.ones(3, 2))
    assert any("at `helper`" in remark for remark in found.remarks)


CALLS = 0


class Counting(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.step = 0
        self.seen = []
        self.norm = torch.nn.BatchNorm1d(2)

    def forward(self, x):
        global CALLS  # noqa: PLW0603 - programs do
        CALLS += 1
        self.step += 1
        self.seen.append(self.step)
        x.add_(1)
        return self.norm(x) + torch.rand(2) * self.step


def test_state_arguments_and_random_numbers_are_brought_back():
    module, x = Counting(), torch.ones(3, 2)
    generator = torch.get_rng_state()
    known = {name: value.clone() for name, value in module.state_dict().items()}
    found = depyf.cure(compiled(module), x, also=ones(3, 3))
    assert found.before.exit_code == 0
    assert found.before.output == ""
    assert (module.step, module.seen, CALLS) == (0, [], 0)
    assert torch.equal(x, torch.ones(3, 2))
    assert torch.equal(generator, torch.get_rng_state())
    now = module.state_dict()
    assert all(torch.equal(now[name], value) for name, value in known.items())


def test_a_change_that_alters_results_is_harmful():
    """A backend that miscompiles dynamic sizes stands for any such change."""

    def backend(graph, inputs):
        is_wrong = any(isinstance(one, torch.SymInt) for one in inputs)
        return (lambda *a: [graph(*a)[0] + 1]) if is_wrong else graph.forward

    function = torch.compile(double, backend=backend, dynamic=False)
    found = depyf.cure(function, torch.ones(3, 2), also=ones(4, 5))
    assert found.code == ()
    harmful = [one for one in found.attempts if one.verdict is Verdict.HARMFUL]
    assert harmful
    assert all("differs by 1" in one.why for one in harmful)


def test_a_trial_that_raises_is_told_and_nothing_is_raised():
    def backend(graph, inputs):
        if any(isinstance(one, torch.SymInt) for one in inputs):
            raise ValueError("no symbols here")
        return graph.forward

    function = torch.compile(double, backend=backend, dynamic=False)
    found = depyf.cure(function, torch.ones(3, 2), also=ones(4, 5))
    assert found.code == ()
    assert any("no symbols here" in one.why for one in found.attempts)


def test_the_options_of_the_compiled_function_are_kept():
    def branch(x):
        return x if x.sum() > 0 else -x

    found = depyf.cure(compiled(branch, fullgraph=True), torch.ones(3))
    assert found.before.exit_code
    assert "raises" in str(found)


def test_a_plain_function_method_or_partial_is_measured_as_compiled():
    import functools

    module = torch.nn.Linear(2, 2)
    module.register_forward_hook(lambda module, args, result: result + 1)
    module.compile(backend="eager")
    for one in (module, functools.partial(compiled(double)), compiled(double)):
        found = depyf.cure(one, torch.ones(3, 2))
        assert not found.attempts
        assert "nothing to cure" in str(found)


def test_marks_of_the_user_are_kept_in_the_copies():
    x = torch.ones(3, 2)
    torch._dynamo.mark_dynamic(x, 0)
    found = depyf.cure(compiled(double), x, also=ones(4, 5))
    assert found.before.recompiles == 0


def fails(x):
    raise KeyError("of the user")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: depyf.cure(3), "not a function or a module"),
        (lambda: depyf.cure(int, 3), "not a function or a module"),
        (lambda: depyf.cure(double), "raises without torch.compile"),
        (lambda: depyf.cure(fails, 1), "of the user"),
        (lambda: depyf.cure(double, 1, also=[torch.ones(2)]), r"also=\[\(x,\)"),
    ],
)
def test_bad_input_is_one_clear_error(call, words):
    with pytest.raises(CureError, match=words):
        call()


def test_inside_a_block_it_says_that_it_cannot_run(tmp_path):
    inside = pytest.raises(CureError, match="prepare_debug")
    with depyf.prepare_debug(tmp_path / "dump"), inside:
        depyf.cure(double, torch.ones(2))
