import torch


class LayerCache:
    def __init__(self):
        self.keys = []
        self.values = []

    def update(self, key, value):
        self.keys.append(key)
        self.values.append(value)
        return torch.cat(self.keys, dim=2), torch.cat(self.values, dim=2)

    def mask(self, length):
        total = sum(key.shape[2] for key in self.keys)
        rows = torch.arange(total - length, total).unsqueeze(1)
        return torch.arange(total).unsqueeze(0) <= rows


class ReaderCache:
    def __init__(self, layers):
        self.layers = [LayerCache() for _ in range(layers)]

    def __getitem__(self, index):
        return self.layers[index]
