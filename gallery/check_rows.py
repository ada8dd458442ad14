"""`python -m gallery.check_rows [NAME ...]`: whether the rows run without depyf.

A row is good if its model, made twice from one seed, gives the same output twice, and
the same gradients twice where it trains. `--graphs` also runs torch.compile with the
backend that compiles nothing, and tells how many graphs and operators there are.
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING, Any, Dict, List, Tuple

from gallery.models import MODELS

if TYPE_CHECKING:
    from torch import Tensor, fx, nn

    from gallery.models.row import Row

Result = Tuple[List["Tensor"], Dict[str, "Tensor"]]


def made(row: Row, *, training: bool) -> nn.Module:
    """Returns the model of a row, the same each time."""
    import torch

    torch.manual_seed(0)
    return row.make().train(training)


def once(row: Row, model: nn.Module, call: Any) -> Result:  # noqa: ANN401 (compiled)
    """Returns the tensors of one call's output, and the gradients where it trains."""
    import torch
    from torch.utils._pytree import tree_leaves

    torch.manual_seed(1)
    batch = row.batch()
    torch.manual_seed(2)
    with torch.set_grad_enabled(model.training):
        output = call(**batch)
    leaves = [leaf for leaf in tree_leaves(output) if isinstance(leaf, torch.Tensor)]
    if not model.training:
        return leaves, {}
    loss = getattr(output, "loss", None)
    if loss is None:
        loss = sum(leaf.sum() for leaf in leaves if leaf.is_floating_point())
    loss.sum().backward()  # DAC's is one number a sample
    gradients = {
        name: parameter.grad
        for name, parameter in model.named_parameters()
        if parameter.grad is not None
    }
    return leaves, gradients


def same(first: Result, second: Result) -> bool:
    """Returns whether two results are equal bit by bit (NaN equals itself)."""
    import torch

    def equal(one: Tensor, other: Tensor) -> bool:
        alike = one.shape == other.shape
        return alike and bool(torch.all((one == other) | (one.isnan() & other.isnan())))

    return (
        len(first[0]) == len(second[0])
        and first[1].keys() == second[1].keys()
        and all(map(equal, first[0], second[0]))
        and all(equal(first[1][name], second[1][name]) for name in first[1])
    )


def fault(row: Row) -> str:
    """Returns what is wrong with a row in eager mode, empty if nothing is."""
    for training in (False, True)[: 1 + row.trains]:
        models = [made(row, training=training) for _ in range(2)]
        first, second = (once(row, model, model) for model in models)
        what = "training" if training else "evaluation"
        if not first[0]:
            return f"{what}: no tensor in the output"
        if training and not any(grad.abs().sum() > 0 for grad in first[1].values()):
            return f"{what}: no gradient"
        if not same(first, second):
            return f"{what}: not deterministic"
        if any(leaf.isnan().any() for leaf in first[0] if leaf.is_floating_point()):
            return f"{what}: not a number"
    return ""


def operators(row: Row) -> list[int]:
    """Returns the number of operators in each graph that Dynamo captures."""
    import torch

    counts: list[int] = []

    def backend(graph: fx.GraphModule, _inputs: list[Tensor]) -> Any:  # noqa: ANN401
        called = ("call_function", "call_method", "call_module")
        counts.append(sum(node.op in called for node in graph.graph.nodes))
        return graph.forward

    torch.compiler.reset()
    model = made(row, training=False)
    once(row, model, torch.compile(model, backend=backend))
    return counts


def line(row: Row, *, graphs: bool) -> str:
    """Returns what there is to say of a row."""
    start = time.perf_counter()
    try:
        found = fault(row)
        said = found and f"FAULT {found}"
        if not found:
            counts = operators(row) if graphs else []
            said = (
                f"ok graphs={len(counts)} operators={sum(counts)}" if graphs else "ok"
            )
    except Exception as error:
        first = (str(error).strip().splitlines() or [""])[0]
        said = f"ERROR {type(error).__name__}: {first[:200]}"
    return f"{row.name:24} {time.perf_counter() - start:6.1f}s {said}"


def main() -> int:
    """Prints one line a row; the exit status tells whether all are good."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="of rows; all where none is given")
    parser.add_argument("--graphs", action="store_true")
    asked = parser.parse_args()
    bad = 0
    for name in asked.names or MODELS:
        said = line(MODELS[name], graphs=asked.graphs)
        bad += " ok" not in said
        print(said, flush=True)
    return bad > 0


if __name__ == "__main__":
    raise SystemExit(main())
