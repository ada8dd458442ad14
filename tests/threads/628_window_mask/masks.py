import torch


def causal_bias(max_len):
    full = torch.full((max_len, max_len), float("-inf"))
    return torch.triu(full, diagonal=1)


def window_start(cache_position, window):
    offset = cache_position[-1] - window + 1
    return max(0, offset)


def clip_window(tensor, start, window, dim):
    index = [slice(None)] * tensor.dim()
    index[dim] = slice(start, start + window)
    return tensor[tuple(index)]
