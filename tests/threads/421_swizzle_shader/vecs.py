import torch

AXES = "xyzw"


class Vec(torch.Tensor):
    """Tensor whose last axis can be read by component names (v.x, v.xz, v.zyx)."""

    def __getattr__(self, name):
        if name and all(c in AXES for c in name):
            index = [AXES.index(c) for c in name]
            if len(index) == 1:
                return self[..., index[0]]
            return self[..., index]
        raise AttributeError(name)


def vec(*components):
    return torch.stack(torch.broadcast_tensors(*components), dim=-1).as_subclass(Vec)


def plain(v):
    return v.as_subclass(torch.Tensor)


def normalize(v, eps=1e-8):
    return v / v.norm(dim=-1, keepdim=True).clamp_min(eps)


def dot(a, b):
    return (a * b).sum(dim=-1, keepdim=True)
