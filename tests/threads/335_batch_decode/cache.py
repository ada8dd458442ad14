import torch


class SlotCache:
    """Preallocated keys and values; a column is written per token."""

    def __init__(self, layers, batch, heads, length, dim):
        shape = (layers, batch, heads, length, dim)
        self.keys = list(torch.zeros(shape).unbind(0))
        self.values = list(torch.zeros(shape).unbind(0))
        self.length = length

    def write(self, layer, columns, k, v):
        self.keys[layer].index_copy_(2, columns, k)
        self.values[layer].index_copy_(2, columns, v)
        return self.keys[layer], self.values[layer]


def visible(mask, columns, length):
    """Which columns a query at `columns` may see: not the padding, not the future."""
    full = torch.zeros(mask.shape[0], length, dtype=torch.bool)
    full[:, : mask.shape[1]] = mask.bool()
    past = torch.arange(length)[None, :] <= columns[:, None]
    return full[:, None, None, :] & past[None, None]
