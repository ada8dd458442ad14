import torch


class KVPool:
    def __init__(self, layers, slots, width):
        self.keys = [torch.zeros(slots, width) for _ in range(layers)]
        self.values = [torch.zeros(slots, width) for _ in range(layers)]
        self.slots = slots

    def pair(self, index):
        return self.keys[index], self.values[index]

    def tensors(self):
        return list(zip(self.keys, self.values))

    def fill_ratio(self):
        used = sum(int((k.abs().sum(-1) > 0).sum()) for k in self.keys)
        return used / (len(self.keys) * self.slots)
