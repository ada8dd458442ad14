import torch

import vecs


def checker(p):
    cells = vecs.vec(p[..., 0], p[..., 2], p[..., 1]) * 2.0
    parity = torch.floor(cells.x) + torch.floor(cells.y)
    return vecs.plain(parity.remainder(2.0)).unsqueeze(-1)


def lambert(normal, light, ambient=0.15):
    return ambient + (1 - ambient) * vecs.dot(normal, light).clamp_min(0.0)


def tonemap(color, gamma=2.2):
    return (color / (1.0 + color)).clamp(0.0, 1.0).pow(1.0 / gamma)
