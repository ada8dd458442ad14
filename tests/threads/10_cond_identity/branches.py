import torch


def shrink(h):
    return h / h.norm(dim=-1, keepdim=True).clamp(min=1.0)


def keep_as_is(h):
    return h


def renormalize(h, limit):
    grown = h.norm(dim=-1).max() > limit
    return torch.cond(grown, shrink, keep_as_is, (h,))
