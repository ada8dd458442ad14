import torch


def inputs(seed, batch=8, dim=6):
    g = torch.Generator().manual_seed(seed)
    while True:
        yield torch.randn(batch, dim, generator=g)


def depth_task(seed):
    for x in inputs(seed):
        yield x, x[:, :3].pow(2) * 0.5


def normals_task(seed):
    for x in inputs(seed):
        yield x, torch.nn.functional.normalize(x[:, 3:], dim=1)
