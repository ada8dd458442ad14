"""The program everybody tries first leaves what its readers expect."""

from __future__ import annotations

import re

import pytest

pytestmark = pytest.mark.torch

PROGRAM = """
import sys
import torch
from torch import _dynamo as torchdynamo
from typing import List

backend, mode = sys.argv[1:]

@torch.compile(backend=backend)
def toy_example(a, b):
   x = a / (torch.abs(a) + 1)
   if b.sum() < 0:
       b = b * -1
   return x * b

def main():
   torch.manual_seed(0)
   for size in (10, 8) if mode == "dynamic" else (10,):
       for _ in range(20):
           a, b = torch.randn(size), torch.randn(size)
           a.requires_grad_(mode != "inference")
           b.requires_grad_(mode != "inference")
           out = toy_example(a, b)
           if mode != "inference":
               out.sum().backward()

if __name__ == "__main__":
   import depyf
   with depyf.prepare_debug("./dump"):
       main()
"""
IF_LINE = next(
    number
    for number, line in enumerate(PROGRAM.splitlines(), 1)
    if line.strip().startswith("if b.sum()")
)
BACKENDS = ("eager", "aot_eager", "inductor")
MODES = ("inference", "training", "dynamic")
SOME = {("eager", "inference"), ("aot_eager", "dynamic"), ("inductor", "training")}
RARE = pytest.mark.rare(reason="one more backend and mode")


def numbers(files, pattern):
    found = (re.fullmatch(pattern, name) for name in files)
    return {match.group(1) for match in found if match}


@pytest.mark.parametrize(
    ("backend", "mode"),
    [
        pytest.param(backend, mode, marks=() if (backend, mode) in SOME else RARE)
        for backend in BACKENDS
        for mode in MODES
    ],
)
def test_the_announced_program_leaves_all_announced_files(
    run_program, backend, mode, tmp_path
):
    # Of a graph that is in Inductor's cache older ones (2.6) do not tell all stages.
    env = {"TORCHINDUCTOR_CACHE_DIR": str(tmp_path / "cache")}
    fresh = env if mode == "dynamic" else None
    done = run_program(PROGRAM, backend, mode, name="test.py", env=fresh)
    assert done.from_depyf == []
    files = done.files()
    sizes = 2 if mode == "dynamic" else 1
    assert "full_code_for_toy_example_0.py" in files
    assert not [name for name in files if name.startswith("full_code_for_torch")]
    for index in range(sizes):
        assert f"__transformed_code_{index}_for_toy_example.py" in files
    resumes = done.files(
        f"__transformed_code_*_for_torch_dynamo_resume_in_toy_example_at_{IF_LINE}.py"
    )
    assert len(resumes) == 2 * sizes
    stages = {"Captured_Graph.0"}
    if backend != "eager":
        stages |= {"Forward_graph.0"}
        if mode != "inference":
            stages |= {"Joint_graph.0", "Backward_graph.0"}
    if backend == "inductor":
        stages |= {"AFTER_POST_GRAD.0", "kernel_0"}
        if mode != "inference":
            stages |= {"AFTER_POST_GRAD.1", "kernel_1"}
    graphs = numbers(files, r"__compiled_fn_(\d+)\.Captured_Graph\.0\.py")
    assert len(graphs) == 3 * sizes
    for stage in stages:
        named = numbers(files, rf"__compiled_fn_(\d+)\.{re.escape(stage)}\.py")
        assert named == graphs, stage
    for path in (done.directory / "dump").glob("*.py"):
        compile(path.read_text(encoding="utf-8"), str(path), "exec")


@pytest.mark.parametrize("mode", ["training", "dynamic"])
def test_every_graph_file_ends_with_its_tensors(run_program, mode):
    done = run_program(PROGRAM, "aot_eager", mode)
    for name in done.files("__compiled_fn_*_*raph.*.py"):
        table = done.read(name).split("tensors of this graph:")[-1]
        assert re.search(r"#   \w+ +float32 +\[\S*\] +\[\S*\] +cpu", table), name
    symbolic = [
        name
        for name in done.files("*.Forward_graph.0.py")
        if re.search(r"float32 +\[s\d+\]", done.read(name))
    ]
    assert len(symbolic) == (3 if mode == "dynamic" else 0)


@pytest.mark.slow(reason="processes that import torch anew")
def test_transformed_files_are_the_same_in_a_second_run(run_program):
    def texts():
        done = run_program(PROGRAM, "eager", "training")
        return {name: done.read(name) for name in done.files("__transformed_code_*")}

    first = texts()
    assert first
    assert texts() == first
    assert not re.search(r"0x[0-9a-f]{6}|[0-9a-f]{8}_[0-9a-f]{4}_", str(first))


def test_index_names_functions_breaks_and_files(run_program):
    done = run_program(PROGRAM, "aot_eager", "dynamic", name="test.py")
    index = done.read("index.md")
    assert "toy_example" in index
    assert f"test.py:{IF_LINE}" in index
    assert "graph break" in index
    assert "recompile" in index
    for link in re.findall(r"\]\(([^)#]+\.\w+)\)", index):
        if "://" not in link:
            assert (done.directory / "dump" / link).exists(), link
    for name in done.files("__compiled_fn_*.py"):
        # What does not fit into a line is counted.
        prefix = name.partition(".")[0]
        assert (
            name in index
            or f"more `{prefix}.*`" in index
            or f"[{prefix}.*]" in (index.replace("\\", ""))
        ), name
