"""What torch 2.11 logs of CUDA graphs, as seen on an H100, is read."""

from __future__ import annotations

import pytest

pytest.importorskip("torch")  # it tells which files are a library's

from depyf.capture.cuda_graph_source import cuda_graphs_event
from depyf.capture.user_lines import UserLines
from depyf.model.events import SourceLine

pytestmark = pytest.mark.torch

PLACE = '   File "/a/net.py", line 27, in mutate\n    cache.add_(x)\n'
LINE = SourceLine("/a/net.py", 27, "mutate", "cache.add_(x)")


@pytest.mark.parametrize(
    ("message", "cause", "at"),
    [
        (
            "skipping cudagraphs due to mutated inputs (1 instances). Found from : \n"
            + PLACE,
            "mutated inputs (1 instances)",
            LINE,
        ),
        (
            "skipping cudagraphs due to skipping cudagraphs due to cpu device (arg1_1)."
            " Found from : \n" + PLACE,
            "cpu device (arg1_1)",
            LINE,
        ),
        (
            "skipping cudagraphs due to disabling cudagraphs due to incompatible op"
            " aten.nonzero.default Found from" + PLACE,
            "incompatible op aten.nonzero.default",
            LINE,
        ),
        ("skipping cudagraphs due to bisector", "bisector", None),
    ],
)
def test_a_cause_and_its_line_are_told_apart(message, cause, at):
    event = cuda_graphs_event(None, message, UserLines())
    assert (event.cause, event.at, event.sizes) == (cause, at, 0)


def test_the_number_of_sizes_is_read():
    message = (
        "CUDAGraph supports dynamic shapes by recording a new graph for each distinct "
        "input size. Recording too many CUDAGraphs may lead to extra overhead. We have "
        "observed 9 distinct sizes. Please consider the following options [...]"
    )
    assert cuda_graphs_event(None, message, UserLines()).sizes == 9


def test_what_is_no_complaint_is_left_alone():
    message = "Recorded CUDA graph of function 3"
    assert cuda_graphs_event(None, message, UserLines()) is None
