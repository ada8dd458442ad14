"""Compiler back end that keeps a small report of the graphs it was given."""
from collections import Counter

from torch._dynamo.backends.registry import lookup_backend


class GraphReport:
    def __init__(self):
        self.kinds = Counter()
        self.largest = 0

    def add(self, gm):
        calls = [n for n in gm.graph.nodes if n.op.startswith("call")]
        self.kinds.update(str(getattr(n.target, "__name__", n.target)) for n in calls)
        self.largest = max(self.largest, len(calls))

    def distinct(self):
        return len(self.kinds)


def reporting_backend(report, inner="aot_eager"):
    compiler = lookup_backend(inner)

    def backend(gm, example_inputs):
        report.add(gm)
        return compiler(gm, example_inputs)

    return backend
