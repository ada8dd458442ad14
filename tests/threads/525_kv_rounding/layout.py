import torch


def split_heads(x, heads):
    batch, steps, width = x.shape
    return x.view(batch, steps, heads, width // heads).transpose(1, 2)


def join_heads(x):
    batch, heads, steps, size = x.shape
    return x.transpose(1, 2).reshape(batch, steps, heads * size)


def causal_bias(steps):
    full = torch.full((steps, steps), float("-inf"))
    return torch.triu(full, diagonal=1)
