import torch


class Cache:
    def __init__(self, batch, slots, dim):
        self.next_index = torch.zeros(1, dtype=torch.long)
        self.keys = torch.zeros(batch, slots, dim)
        self.values = torch.zeros(batch, slots, dim)

    def write(self, key, value):
        start = int(self.next_index[0])
        self.keys[:, start : start + key.shape[1]] = key
        self.values[:, start : start + key.shape[1]] = value
        self.next_index.add_(key.shape[1])

    def filled(self):
        return torch.arange(self.keys.shape[1]) < self.next_index
