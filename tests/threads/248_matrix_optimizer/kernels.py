"""Tensor routines of the matrix optimizer."""
import torch


def newton_schulz(g, steps=4, eps=1e-7):
    """Approximate the nearest (semi-)orthogonal matrix."""
    a, b, c = 3.4445, -4.7750, 2.0315
    tall = g.shape[0] > g.shape[1]
    x = g.mT if tall else g
    x = x / (x.norm() + eps)
    for _ in range(steps):
        s = x @ x.mT
        x = a * x + (b * s + c * (s @ s)) @ x
    return x.mT if tall else x


@torch.compile(backend="eager", fullgraph=True, dynamic=True)
def post_orthogonalize(x, u, lr, scale, weight_decay):
    x.mul_(1.0 - lr * weight_decay)
    x.sub_(lr * scale * u)
