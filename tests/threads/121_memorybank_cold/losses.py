import torch


def similarity(a, b, temperature):
    return a @ b.t() / temperature


def info_nce(query, key, negatives, temperature):
    """One positive for each query, the rest of `negatives` pushes away."""
    pos = (query * key).sum(1, keepdim=True) / temperature
    neg = similarity(query, negatives.detach(), temperature)
    logits = torch.cat([pos, neg], 1)
    return torch.logsumexp(logits, 1).mean() - pos.mean()
