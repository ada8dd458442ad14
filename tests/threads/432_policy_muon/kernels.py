import torch


def newton_schulz(g, steps=3):
    a, b, c = 3.4445, -4.7750, 2.0315
    x = g / (g.norm() + 1e-7)
    for _ in range(steps):
        s = x @ x.mT
        x = a * x + (b * s + c * s @ s) @ x
    return x


@torch.compile(backend="eager", fullgraph=True)
def orthogonal_update(param, momentum, lr, decay):
    update = newton_schulz(momentum)
    param.mul_(decay).add_(update, alpha=-lr)
