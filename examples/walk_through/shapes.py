import torch


@torch.compile(backend="eager")
def normalized(x):
    y = x - x.mean(0)
    if x.shape[0] > 3:
        y = y / y.std(0)
    return y


torch.manual_seed(0)
for rows in (5, 6, 7, 3, 1):
    normalized(torch.randn(rows, 2))
