import torch


def left_pad(prompts, width, pad=0):
    rows = [[pad] * (width - len(p)) + p for p in prompts]
    keep = [[False] * (width - len(p)) + [True] * len(p) for p in prompts]
    return torch.tensor(rows), torch.tensor(keep)


def positions_of(keep):
    return (keep.long().cumsum(-1) - 1).clamp(min=0)


def window(tokens, keep, width):
    return tokens[:, -width:], keep[:, -width:]
