"""Options, old call forms and what goes wrong inside depyf."""

from __future__ import annotations

import pytest

from .conftest import HAS_TRACE, torch_writes

pytestmark = pytest.mark.torch


def test_the_obsolete_call_form_says_what_to_write(run_program):
    done = run_program(
        """
        import depyf
        try:
            depyf.prepare_debug(print, "./dump")
        except RuntimeError as error:
            print("with depyf.prepare_debug(" in str(error))
        """
    )
    assert done.stdout == "True\n"


def test_paths_and_bare_enter_and_exit_are_accepted(run_program):
    done = run_program(
        """
        from pathlib import Path
        import torch, depyf
        block = depyf.prepare_debug(Path("dump"))
        block.__enter__()
        torch.compile(lambda x: x + 1, backend="eager")(torch.ones(2))
        block.__exit__(None, None, None)
        """
    )
    assert done.from_depyf == []
    assert done.files("__transformed_code_0_for_lambda.py")
    assert done.files("full_code_for_lambda_0.py")


def test_install_dumps_until_uninstall_or_the_end_of_the_program(run_program):
    done = run_program(
        """
        import torch, depyf
        depyf.install("dump")
        torch.compile(lambda x: x + 1, backend="eager")(torch.ones(2))
        depyf.uninstall()
        depyf.uninstall()
        def later(x):
            return x.sin()
        torch.compile(later, backend="eager")(torch.ones(2))
        depyf.install("other")
        def last(x):
            return x.cos()
        torch.compile(last, backend="eager")(torch.ones(2))
        """
    )
    assert done.from_depyf == []
    assert [n for n in done.files("__transformed*") if "later" in n] == []
    assert "index.md" in done.files()
    assert "__transformed_code_0_for_last.py" in done.files(dump="other")
    assert "index.md" in done.files(dump="other")


def test_logged_bytecode_loads_again(run_program):
    done = run_program(
        """
        import json, pickle
        from pathlib import Path
        import torch, depyf
        from torch._dynamo.convert_frame import register_bytecode_hook
        made = []
        register_bytecode_hook(lambda old, new: made.append((old, new)) and None)

        def f(x, n):
            return x * n + 1

        with depyf.prepare_debug("dump", log_bytecode=True):
            torch.compile(f, backend="eager")(torch.ones(2), 3)
        (old, new), = made
        loaded = {
            path.suffix: pickle.loads(path.read_bytes())
            for path in Path("dump").glob("__transformed_code_0_for_f.py.*")
        }
        print(json.dumps([
            sorted(loaded),
            loaded[".original_bytecode"] == old,
            loaded[".transformed_bytecode"] == new,
            loaded[".decompiled_and_compiled_back_bytecode"].co_argcount,
        ]))
        """
    )
    assert done.from_depyf == []
    names, old, new, arguments = done.told
    assert names == [
        ".decompiled_and_compiled_back_bytecode",
        ".original_bytecode",
        ".transformed_bytecode",
    ]
    assert old
    assert new
    assert arguments == 2


def test_without_relocation_frames_report_the_users_file(run_program):
    done = run_program(
        """
        import json
        import torch, depyf
        from torch._dynamo.eval_frame import _debug_get_cache_entry_list

        def f(x):
            return x + 1

        with depyf.prepare_debug("dump", relocate=False):
            torch.compile(f, backend="eager")(torch.ones(2))
        entry, = _debug_get_cache_entry_list(f)
        print(json.dumps(entry.code.co_filename == f.__code__.co_filename))
        """
    )
    assert done.told is True
    assert done.files("__transformed_code_0_for_f.py")


FAILING = """
import json, sys
import torch, depyf

what, backend = sys.argv[1:]
def broken(*args, **kwargs):
    raise ZeroDivisionError("injected")

if what == "decompiler":
    import depyf.capture.entry_event as module
    module.decompile_code = broken
elif what == "graph text":
    import depyf.render.graph_text as module
    module.graph_text = broken
elif what == "trace":
    import depyf.capture.trace_table as module
    module.TraceReader.take = broken
elif what == "kernel":
    import depyf.capture.kernel_source as module
    module.relocate_module = broken
elif what == "guards":
    import depyf.capture.trace_source as module
    module.guards_being_built = broken
elif what == "report":
    import depyf.model.build as module
    module.fold = broken
elif what == "directory":
    from depyf.reading.held_folder import HeldFolder as module
    module.replace = broken
elif what == "install":
    from depyf.capture import torch_compat as module
    module.register_bytecode_hook = broken

@torch.compile(backend=backend)
def f(x):
    y = x.sin() * 2
    if y.sum() > 0:
        y = y + 1
    return y

with depyf.prepare_debug("dump"):
    x = torch.ones(3, requires_grad=True)
    out = f(x)
    out.sum().backward()
print(json.dumps([out.tolist(), x.grad.tolist()]))
"""
PLACES = ["decompiler", "graph text", "trace", "kernel", "guards", "report"]
PLACES += ["directory", "install"]
if not HAS_TRACE:
    PLACES = [place for place in PLACES if place not in {"trace", "guards"}]


EXPECTED = {}


@pytest.mark.parametrize("what", PLACES)
def test_a_failure_inside_depyf_never_reaches_the_program(run_program, what):
    backend = "inductor" if what == "kernel" else "aot_eager"
    if backend not in EXPECTED:
        EXPECTED[backend] = run_program(FAILING, "nothing", backend)
    expected = EXPECTED[backend]
    assert expected.from_depyf == []
    done = run_program(FAILING, what, backend)
    assert done.stdout == expected.stdout
    told = [line for line in done.stderr.splitlines() if "injected" in line]
    assert len(told) == 1
    assert "Traceback" not in done.stderr


def test_failures_are_counted_in_the_index_with_a_traceback_in_a_file(run_program):
    done = run_program(FAILING, "decompiler", "eager")
    assert "injected" in done.read("index.md")
    text = done.read("depyf_failures.txt")
    assert "ZeroDivisionError: injected" in text
    assert "Traceback" in text


@pytest.mark.parametrize("place", ["file/inside", "/proc/nothing/here"])
def test_a_directory_that_cannot_be_written_costs_one_line(
    run_program, tmp_path, place
):
    (tmp_path / "file").write_text("")
    done = run_program(
        f"""
        import torch, depyf
        with depyf.prepare_debug({place!r}):
            out = torch.compile(lambda x: x + 1, backend="eager")(torch.ones(2))
        print(out.tolist())
        """
    )
    assert done.stdout == "[2.0, 2.0]\n"
    assert len(done.from_depyf) == 1


def test_keyboard_interrupt_passes_through(run_program):
    done = run_program(
        """
        import torch, depyf
        import depyf.capture.entry_event as module

        def interrupted(*args, **kwargs):
            raise KeyboardInterrupt

        module.decompile_code = interrupted
        try:
            with depyf.prepare_debug("dump"):
                torch.compile(lambda x: x + 1, backend="eager")(torch.ones(2))
        except KeyboardInterrupt:
            print("interrupted")
        """
    )
    assert done.stdout == "interrupted\n"


@pytest.mark.skipif(
    not torch_writes("torch._inductor.codecache", "set_sys_modules: bool"),
    reason="this torch's loader takes no further arguments",
)
def test_an_assigned_kernel_loader_is_used_and_ours_takes_new_arguments(run_program):
    done = run_program(
        """
        import json
        from pathlib import Path
        import torch, depyf
        import depyf.explain.enable_debugging as enable_debugging
        from depyf.explain.global_variables import data
        from torch._inductor.codecache import PyCodeCache

        Path("mine.py").write_text("answer = 42\\n")
        Path("theirs.py").write_text("answer = 43\\n")
        ours = enable_debugging.patched_load_by_key_path
        calls = []

        def assigned(key, path, *args, **kwargs):
            calls.append([key, sorted(kwargs)])
            return data["unpatched_load_by_key_path"](key, path, *args, **kwargs)

        with depyf.prepare_debug("dump"):
            inside = data["dump_src_dir"]
            first = PyCodeCache.load_by_key_path("k", "mine.py", set_sys_modules=False)
            enable_debugging.patched_load_by_key_path = assigned
            second = PyCodeCache.load_by_key_path(
                "t", "theirs.py", set_sys_modules=False
            )
            enable_debugging.patched_load_by_key_path = ours
        print(json.dumps([first.answer, second.answer, calls,
                          Path(inside) == Path("dump").absolute(),
                          data["dump_src_dir"]]))
        """
    )
    assert done.from_depyf == []
    assert done.told == [42, 43, [["t", ["set_sys_modules"]]], True, None]
    (kernel,) = done.files("*.kernel_*.py")
    assert "answer = 42" in done.read(kernel)


@pytest.mark.skipif(
    not torch_writes("torch._inductor.config", "provenance_tracking_level"),
    reason="this torch does not track where kernels come from",
)
def test_inductor_tells_where_kernels_come_from_on_request(run_program, tmp_path):
    program = """
        import sys
        import torch, depyf
        from torch._inductor import config
        before = config.trace.provenance_tracking_level
        with depyf.prepare_debug("dump", provenance=sys.argv[1] == "yes"):
            torch.compile(lambda x: x.sin() + 1)(torch.ones(4))
        print(config.trace.provenance_tracking_level == before)
        """
    # Two caches: that of the first run would do for the second up to 2.11.
    cold = {"TORCHINDUCTOR_CACHE_DIR": str(tmp_path / "without")}
    plain = run_program(program, "no", env=cold)
    assert '"kind":"kernel_origins"' not in plain.read("journal.jsonl")
    cold = {"TORCHINDUCTOR_CACHE_DIR": str(tmp_path / "with")}
    done = run_program(program, "yes", env=cold)
    assert done.stdout == "True\n"
    assert '"kind":"kernel_origins"' in done.read("journal.jsonl")


def test_graph_code_made_on_the_way_is_kept_on_request(run_program):
    program = """
        import sys
        import torch, depyf
        with depyf.prepare_debug("dump", clean_wild_fx_code=sys.argv[1] == "yes"):
            torch.compile(lambda x: x.sin() + 1, backend="aot_eager")(torch.ones(4))
        """
    assert run_program(program, "yes").files("fx_graph_code_*.py") == []
    kept = run_program(program, "no")
    assert kept.files("fx_graph_code_*.py")
    # Before, such a graph is only made where there is something to assert.
    if torch_writes("torch.fx.passes.runtime_assert", "colored=True"):
        assert kept.files("*.pre_insert_deferred_runtime_asserts.0.py")


def test_a_second_directory_says_where_the_earlier_files_are(run_program):
    done = run_program(
        """
        import torch, depyf
        def f(x):
            return x + 1
        compiled = torch.compile(f, backend="eager")
        with depyf.prepare_debug("dump"):
            compiled(torch.ones(2))
        with depyf.prepare_debug("second"):
            compiled(torch.ones(2))
        """
    )
    assert done.from_depyf == []
    absent = done.read("index.md", dump="second").split("Not recorded")[-1]
    assert str(done.directory / "dump") in absent


def test_a_block_within_a_block_is_ignored_with_one_line(run_program):
    done = run_program(
        """
        import torch, depyf
        with depyf.prepare_debug("dump"):
            with depyf.prepare_debug("inner"):
                torch.compile(lambda x: x + 1, backend="eager")(torch.ones(2))
            torch.compile(lambda x: x + 2, backend="eager")(torch.ones(2))
        """
    )
    assert len(done.from_depyf) == 1
    assert len(done.files("__transformed_code_*_for_lambda.py")) == 2
    assert done.files(dump="inner") == []
