"""The operator's fake implementation turns its size into a number."""

import torch


@torch.library.custom_op("problems::expand", mutates_args=())
def expand(nodes: torch.Tensor, size: int) -> torch.Tensor:
    return nodes.repeat(size // nodes.numel())


@expand.register_fake
def _(nodes, size):
    return nodes.new_empty(int(size))


@torch.compile(backend="eager")
def step(x, nodes):
    return x * expand(nodes, x.shape[0])


for length in (4, 8, 12, 16, 20):
    print(step(torch.ones(length), torch.ones(2)).sum())
