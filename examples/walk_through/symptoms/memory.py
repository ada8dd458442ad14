import torch


def spread(x, y):
    pairs = x[:, None] + y[None]
    return torch.tanh(pairs).sin().exp().mean(1)


@torch.compile(backend="aot_eager")
def pairwise(x, y):
    return spread(x, y)


x, y = torch.zeros(512, 8, requires_grad=True), torch.ones(512, 8)
pairwise(x, y).sum().backward()
print(f"{x.grad.sum():.1f}")
