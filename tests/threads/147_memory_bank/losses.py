import logging

import torch
import torch.nn.functional as F

log = logging.getLogger("pretrain.loss")


def similarity(q, keys, temperature, chunk=8):
    """In chunks of keys, because the banks can be large."""
    parts = [q.new_zeros(q.shape[0], 0)]
    for i in range(0, keys.shape[0], chunk):
        parts.append(q @ keys[i : i + chunk].T / temperature)
    return torch.cat(parts, dim=1)


def make_info_nce(temperature):
    """InfoNCE against the positives of the batch and all keys of the bank."""

    def info_nce(q, k, bank):
        if bank.filled == 0:
            log.info("no negatives yet")
        pos = (q * k).sum(1, keepdim=True) / temperature
        neg = similarity(q, bank.negatives, temperature)
        logits = torch.cat([pos, neg], dim=1)
        target = torch.zeros(q.shape[0], dtype=torch.long)
        loss = F.cross_entropy(logits, target)
        return loss

    return info_nce
