"""Two ranks under torchrun: a folder each, one index that compares them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import textwrap
from importlib.metadata import version

import pytest

from tests.warm import SECONDS, SOURCE

pytestmark = [
    pytest.mark.torch,
    pytest.mark.skipif(os.name == "nt", reason="gloo and torchrun"),
]

LOOP = """
    import os
    import torch
    import torch.distributed as dist
    import depyf

    dist.init_process_group("gloo")
    rank = dist.get_rank()

    @torch.compile(backend="aot_eager")
    def f(x):
        return (x.sin() * 2).sum()

    @torch.compile(backend="aot_eager")
    def g(x):
        return x + (2 if rank and DIVERGE else 1)

    with depyf.prepare_debug("dump"):
        x = torch.ones(4, requires_grad=True)
        f(x).backward()
        dist.all_reduce(x.grad)
        g(torch.ones(3))
    print(x.grad.tolist())
    dist.destroy_process_group()
"""
DDP = """
    import torch
    import torch.distributed as dist
    import depyf

    dist.init_process_group("gloo")
    torch.manual_seed(0)

    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = torch.nn.Linear(4, 4)

        def forward(self, x):
            return self.linear(x).relu()

    net = Net()
    with depyf.prepare_debug("dump"):
        model = torch.nn.parallel.DistributedDataParallel(net)
        model = torch.compile(model, backend="aot_eager")
        for _ in range(2):
            model(torch.ones(2, 4)).sum().backward()
    print(net.linear.weight.grad.sum().item())
    dist.destroy_process_group()
"""


@pytest.fixture
def run_ranks(tmp_path):
    def run(source):
        path = tmp_path / "program.py"
        path.write_text(textwrap.dedent(source), encoding="utf-8")
        environment = {**os.environ, "OMP_NUM_THREADS": "1"}
        old = environment.get("PYTHONPATH")
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, [str(SOURCE), old]))
        command = [sys.executable, "-m", "torch.distributed.run"]
        done = subprocess.run(
            [*command, "--standalone", "--nproc-per-node=2", str(path)],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-3000:]
        assert [line for line in done.stderr.splitlines() if "depyf:" in line] == []
        return done, tmp_path / "dump"

    return run


def printed(done):
    """What the program printed; older gloo talks there, too, and ranks interrupt it."""
    gloo = ("[Gloo]", "peer ranks")
    lines = done.stdout.splitlines()
    return [line for line in lines if not any(each in line for each in gloo)]


def ranks_of(dump):
    return json.loads((dump / "summary.json").read_text(encoding="utf-8"))["ranks"]


def ranks_in_page(dump):
    page = (dump / "index.html").read_text(encoding="utf-8")
    data = re.search(r'(?s)<script type="application/json" id="ranks">(.*?)<', page)
    return json.loads(data[1])


@pytest.mark.rare(reason="two ranks once more")
def test_ranks_that_compile_the_same_are_one_group(run_ranks):
    done, dump = run_ranks("DIVERGE = False\n" + textwrap.dedent(LOOP))
    assert len(printed(done)) == 2
    index = (dump / "index.md").read_text(encoding="utf-8")
    assert "All 2 ranks compiled the same" in index
    assert "(rank_1/index.md)" in index
    assert [group["ranks"] for group in ranks_of(dump)] == [[0, 1]]
    own = {path.name for path in (dump / "rank_1").glob("*.py")}
    assert own == {path.name for path in dump.glob("*.py")}
    assert (dump / "rank_1" / "index.html").exists()


@pytest.mark.rare(reason="two ranks once more")
def test_the_page_has_the_times_of_all_ranks_on_one_clock(run_ranks):
    if version("torch").startswith("2.2."):
        pytest.skip("it tells no times")
    # The second rank begins two seconds after the first has compiled `f`.
    late = "if rank:\n    dist.barrier(); __import__('time').sleep(2)\nwith depyf"
    source = textwrap.dedent(LOOP).replace("with depyf", late, 1)
    first_has = "out = f(x); rank or dist.barrier(); out.backward()"
    source = source.replace("f(x).backward()", first_has, 1)
    _, dump = run_ranks("DIVERGE = False\n" + source)
    first, second = ranks_in_page(dump)["times"]
    assert [len(one["spans"]) for one in (first, second)] == [len(first["spans"])] * 2
    assert first["spans"][0]["start"] == 0
    assert 2 < second["spans"][0]["start"] < 60


@pytest.mark.slow(reason="starts torchrun and two ranks")
def test_the_first_difference_between_ranks_is_shown(run_ranks):
    _, dump = run_ranks("DIVERGE = True\n" + textwrap.dedent(LOOP))
    first, second = ranks_of(dump)
    assert (first["ranks"], second["ranks"]) == ([0], [1])
    assert [one["ranks"][0]["page"] for one in ranks_in_page(dump)["groups"]] == [
        "index.html",
        "rank_1/index.html",
    ]
    assert second["first_difference"]["first"]["function"].startswith("g (")
    index = (dump / "index.md").read_text(encoding="utf-8")
    assert "The ranks did not compile the same" in index
    section = index[index.index("first difference") :]
    assert "`g (program.py:15)` captured another graph" in section
    assert "x_ + 1" in section.split("rank 0: ")[1].splitlines()[0]
    assert "x_ + 2" in section.split("rank 1: ")[1].splitlines()[0]


@pytest.mark.slow(reason="starts torchrun and two ranks")
def test_distributed_data_parallel(run_ranks):
    done, dump = run_ranks(DDP)
    results = printed(done)
    assert len(results) == 2
    assert results[0] == results[1]
    assert [group["ranks"] for group in ranks_of(dump)] == [[0, 1]]
    backwards = list(dump.glob("__compiled_fn_*.Backward_graph.*.py"))
    assert backwards
    assert {path.name for path in (dump / "rank_1").glob("*Backward_graph*")} == {
        path.name for path in backwards
    }


def test_ranks_under_depyf_run_tell_once_where_the_result_is(tmp_path):
    source = textwrap.dedent("""
        import torch
        import torch.distributed as dist

        dist.init_process_group("gloo")
        torch.compile(lambda x: x + 1, backend="eager")(torch.ones(3))
        # Rank 1 ends first: rank 0 has written nothing then.
        dist.barrier()
        if dist.get_rank() == 0:
            import time
            time.sleep(5)
        dist.destroy_process_group()
    """)
    (tmp_path / "program.py").write_text(source, encoding="utf-8")
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(SOURCE)}
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
    done = subprocess.run(
        [*command, "--nproc-per-node=2", "-m", "depyf", "run", "program.py"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert [line for line in done.stderr.splitlines() if "depyf:" in line] == [
        "depyf: the result is in depyf_debug_dir",
        "depyf: open depyf_debug_dir/index.md first; "
        "depyf_debug_dir/index.html shows the same in a browser",
    ]
    assert "All 2 ranks" in (tmp_path / "depyf_debug_dir" / "index.md").read_text()
