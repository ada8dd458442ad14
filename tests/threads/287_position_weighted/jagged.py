import torch


class KeyedJagged:
    """Values of several features, grouped by key, with one length per (key, row)."""

    def __init__(self, keys, values, lengths, weights=None, length_per_key=None):
        self.keys = list(keys)
        self.values = values
        self.lengths = lengths
        self.weights = weights
        self._length_per_key = length_per_key
        self._offsets = None

    @property
    def stride(self):
        return self.lengths.numel() // len(self.keys)

    def offsets(self):
        if self._offsets is None:
            self._offsets = torch.cat([self.lengths.new_zeros(1), self.lengths.cumsum(0)])
        return self._offsets

    def length_per_key(self):
        if self._length_per_key is None:
            self._length_per_key = self.lengths.view(len(self.keys), -1).sum(1).tolist()
        return self._length_per_key

    def split(self):
        sizes = self.length_per_key()
        values = self.values.split(sizes)
        weights = self.weights.split(sizes) if self.weights is not None else [None] * len(sizes)
        lengths = self.lengths.view(len(self.keys), -1)
        return {
            key: (values[i], weights[i], lengths[i]) for i, key in enumerate(self.keys)
        }
