import torch


def cloud(kind, n):
    g = torch.Generator().manual_seed(len(kind))
    p = torch.randn(n, 3, generator=g)
    if kind == "shell":
        return p / p.norm(dim=1, keepdim=True)
    if kind == "plane":
        return p * torch.tensor([1.0, 1.0, 0.0])
    return p
