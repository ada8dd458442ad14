"""Token bookkeeping, shared with the notebook front end."""
import torch


def histogram(tokens, vocab):
    return torch.stack([torch.bincount(row, minlength=vocab) for row in tokens])


@torch.compiler.disable
def token_counts(tokens, mask, vocab):
    keep = torch.nn.functional.one_hot(tokens, vocab) * mask[..., None].long()
    return keep.sum(1)


def coverage(tokens, vocab):
    return (histogram(tokens, vocab) > 0).float().mean(-1)
