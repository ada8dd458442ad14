import torch


def length_to_mask(length, max_len=None):
    if max_len is None:
        max_len = int(length.max().item())
    return torch.arange(max_len)[None, :] < length[:, None]
