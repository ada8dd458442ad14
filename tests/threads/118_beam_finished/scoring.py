"""Scores of the continuations of all open hypotheses (compiled)."""
import torch


def length_norm(n: int, alpha: float = 0.6):
    return ((5.0 + n) / 6.0) ** alpha


@torch.compile(backend="eager", dynamic=True)
def expand(logp, totals, taboo):
    """logp (B, V), totals (B,), taboo: penalties (V,), one for each closed hypothesis."""
    cand = totals[:, None] + logp
    for penalty in taboo:
        cand = cand - penalty
    return cand


@torch.compile(backend="eager")
def pick(cand, k: int):
    flat = cand.flatten()
    top, idx = flat.topk(k)
    return top, idx // cand.shape[1], idx % cand.shape[1]
