import torch


class KeyedBags:
    """Bags of ids for several features, stored one feature after the other."""

    def __init__(self, keys, values, lengths, stride):
        self.keys = keys
        self.values = values
        self.lengths = lengths
        self.stride = stride
        self._length_per_key = None

    def length_per_key(self):
        if self._length_per_key is None:
            self._length_per_key = self.lengths.view(-1, self.stride).sum(1).tolist()
        return self._length_per_key

    def split(self):
        values = self.values.split(self.length_per_key())
        lengths = self.lengths.view(-1, self.stride).unbind(0)
        return {k: (v, n) for k, v, n in zip(self.keys, values, lengths)}

    def permute(self, order):
        parts = self.split()
        keys = [self.keys[i] for i in order]
        return KeyedBags(keys, torch.cat([parts[k][0] for k in keys]),
                         torch.cat([parts[k][1] for k in keys]), self.stride)


def offsets_of(lengths):
    return torch.cat([lengths.new_zeros(1), lengths.cumsum(0)[:-1]])
