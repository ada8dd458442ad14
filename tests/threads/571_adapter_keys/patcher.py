import torch


class WeightPatch:
    def __init__(self, key, patches):
        self.key = key
        self.patches = patches

    def __call__(self, weight):
        for strength, down, up in self.patches[self.key]:
            weight = weight + strength * (up @ down)
        return weight


class Patcher:
    def __init__(self, model):
        self.model = model
        self.patches = {}

    def load(self, adapter, strength):
        for key, (down, up) in adapter.items():
            self.patches.setdefault(key, []).append((strength, down, up))

    def apply(self):
        for name, module in self.model.named_modules():
            if name in self.patches:
                module.weight_function = WeightPatch(name, self.patches)

    def count(self):
        return sum(len(entries) for entries in self.patches.values())


def random_adapter(keys, width, rank, generator):
    return {
        key: (
            torch.randn(rank, width, generator=generator) * 0.1,
            torch.randn(width, rank, generator=generator) * 0.1,
        )
        for key in keys
    }
