import torch
import torch.nn.functional as F

from tracking import note


def similarity(q, keys, temperature):
    return q @ keys.T / temperature


def info_nce(q, k, negatives, temperature):
    pos = (q * k).sum(-1, keepdim=True) / temperature
    logits = [pos]
    for block in negatives:
        logits.append(similarity(q, block, temperature))
    logits = torch.cat(logits, 1)
    note("negatives", logits.shape[1] - 1)
    return F.cross_entropy(logits, torch.zeros(len(q), dtype=torch.long)) + 0.01 * q.pow(2).mean()
