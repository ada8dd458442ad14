"""Losses and scores over padded caption batches."""
import torch
import torch.nn.functional as F
from torch.nn.utils.rnn import pack_padded_sequence


def valid_steps(padded, lengths):
    """Rows of a padded (B, T, ...) tensor that belong to real words."""
    return pack_padded_sequence(padded, lengths, batch_first=True, enforce_sorted=False).data


def caption_nll(logits, targets, lengths):
    scores = valid_steps(logits, lengths)
    return F.cross_entropy(scores, valid_steps(targets, lengths))


def coverage_penalty(alphas, weight):
    return weight * (1.0 - alphas.sum(dim=1)).pow(2).mean()


@torch.no_grad()
def topk_accuracy(logits, targets, lengths, k):
    hits = valid_steps(logits, lengths).topk(k, dim=-1).indices
    gold = valid_steps(targets, lengths)
    return (hits == gold[:, None]).any(-1).float().mean()
