"""Helpers for batches whose rows own different numbers of candidates."""
import torch


def spread(rows, counts):
    """Repeat every row once for each of its candidates."""
    return torch.repeat_interleave(rows, counts, dim=0)


def segment_sum(values, owner, rows):
    out = torch.zeros(rows, dtype=values.dtype, device=values.device)
    return out.index_add(0, owner, values)


def segment_max(values, owner, rows):
    out = torch.full((rows,), -1e9, dtype=values.dtype, device=values.device)
    return out.scatter_reduce(0, owner, values, "amax")
