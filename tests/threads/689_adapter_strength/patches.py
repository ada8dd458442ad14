import torch


def make_patch(seed, dim, rank=4):
    source = torch.Generator().manual_seed(seed)
    down = torch.randn(rank, dim, generator=source) / dim**0.5
    up = torch.randn(dim, rank, generator=source) / rank**0.5
    return down, up


class AdapterStore:
    def __init__(self, layers, dim):
        self.dim = dim
        self.sets = {}
        self.layers = layers

    def register(self, name, seed):
        self.sets[name] = [make_patch(seed + i, self.dim) for i in range(self.layers)]

    def attach(self, model, name, percent):
        for layer, (down, up) in zip(model.patched_layers(), self.sets[name]):
            layer.set_patch(down, up, percent)


def parse_percent(text):
    return int(text.rstrip("%"))
