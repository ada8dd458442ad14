import torch


@torch.compile(backend="eager", fullgraph=True)
def soft_cap(x):
    if x.sum() > 3:
        x = x + 1
    return x * x


print(soft_cap(torch.ones(4)))
