import torch

from shapes import shaped


@shaped(x="batch dim", scale="dim")
def rms_norm(x, scale):
    return x * torch.rsqrt(x.square().mean(dim=-1, keepdim=True) + 1e-6) * scale


@shaped(x="batch dim", w="hidden dim")
def squared_relu(x, w):
    return torch.relu(x @ w.T).square()


@shaped(h="batch hidden", w="dim hidden")
def project(h, w):
    return h @ w.T


@shaped(x="batch dim", y="batch dim")
def residual(x, y):
    return (x + y) * 0.5**0.5


@shaped(x="batch dim", y="batch dim")
def cosine(x, y):
    return torch.nn.functional.cosine_similarity(x, y, dim=-1)
