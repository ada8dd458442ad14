import torch

from plugkit import registry


class Chain:
    def __init__(self, names, rate, backend="aot_eager"):
        self.rate = rate
        self.effects = [registry.get(n) for n in names]
        self.render = torch.compile(self.render, backend=backend)

    def render(self, x):
        y = x
        for fx in self.effects:
            y = fx(y, self.rate)
        return y.clamp(-1, 1)

    def describe(self):
        return " > ".join(fx.__name__ for fx in self.effects)
