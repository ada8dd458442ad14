"""Ranks, forked children and threads: nobody writes over somebody else's files."""

from __future__ import annotations

import os

import pytest

pytestmark = pytest.mark.torch


def test_another_rank_writes_to_its_own_folder(run_program):
    program = """
        import torch, depyf
        with depyf.prepare_debug("dump"):
            torch.compile(lambda x: x + 1, backend="eager")(torch.ones(2))
        """
    done = run_program(program, env={"RANK": "1", "WORLD_SIZE": "2"})
    assert done.from_depyf == []
    assert done.files("*.py") == []
    assert "index.md" in done.files(dump="dump/rank_1")
    done = run_program(program, env={"RANK": "0", "WORLD_SIZE": "2"})
    assert "index.md" in done.files()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_that_compiles_has_its_own_folder(run_program):
    done = run_program(
        """
        import json, os, sys
        import torch, depyf

        def in_parent(x):
            return x + 1

        def in_child(x):
            return x + 2

        with depyf.prepare_debug("dump"):
            torch.compile(in_parent, backend="eager")(torch.ones(2))
            child = os.fork()
            if child == 0:
                torch.compile(in_child, backend="eager")(torch.ones(2))
                os._exit(0)
            _, status = os.waitpid(child, 0)
        print(json.dumps([child, status]))
        """
    )
    child, status = done.told
    assert status == 0
    assert [n for n in done.files("__transformed*") if "in_child" in n] == []
    assert done.files("__transformed_code_0_for_in_parent.py")
    own = done.files(dump=f"dump/pid_{child}")
    assert "__transformed_code_0_for_in_child.py" in own
    assert [name for name in own if "in_parent" in name] == []


def test_threads_may_compile_at_the_same_time(run_program):
    done = run_program(
        """
        import json, threading
        import torch, depyf

        def make(n):
            source = f"def f{n}(x):\\n    return x * {n} + 1\\n"
            namespace = {}
            # Of no file of the program's, 2.6 compiles a function of its own around it.
            exec(compile(source, __file__, "exec"), namespace)
            return namespace[f"f{n}"]

        results = {}
        def work(n):
            x = torch.ones(3, requires_grad=True)
            out = torch.compile(make(n), backend="aot_eager")(x)
            out.sum().backward()
            results[n] = [out.tolist(), x.grad.tolist()]

        with depyf.prepare_debug("dump"):
            threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        print(json.dumps([results[n] for n in range(4)]))
        """
    )
    assert done.from_depyf == []
    assert done.told == [[[n + 1.0] * 3, [float(n)] * 3] for n in range(4)]
    for n in range(4):
        assert done.files(f"__transformed_code_0_for_f{n}.py")
    assert len(done.files("__compiled_fn_*.Backward_graph.0.py")) == 4
