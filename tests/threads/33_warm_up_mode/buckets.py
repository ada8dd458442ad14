import torch


def fit(n, buckets):
    return min(b for b in buckets if b >= n)


def padded(tokens, size):
    row = torch.zeros(1, size, dtype=torch.long)
    row[0, : len(tokens)] = torch.tensor(tokens)
    return row, torch.tensor([float(len(tokens))])
