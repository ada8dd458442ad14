import torch
from torch import nn

from fake import quantize
from observers import AbsMax, PercentileObserver


class QuantLinear(nn.Linear):
    def __init__(self, inp, out, bits=8):
        super().__init__(inp, out)
        self.levels = 2 ** (bits - 1) - 1
        self.watch = {"x": PercentileObserver(), "w": AbsMax()}

    def fake(self, name, value):
        observer = self.watch[name]
        if self.training:
            observer.see(value)
        return quantize(value, observer.scale(self.levels), self.levels)

    def forward(self, x):
        w = self.fake("w", self.weight)
        return nn.functional.linear(self.fake("x", x), w, self.bias)


class QuantMLP(nn.Module):
    def __init__(self, sizes, bits):
        super().__init__()
        self.layers = nn.ModuleList(QuantLinear(a, b, bits) for a, b in zip(sizes, sizes[1:]))

    def forward(self, x):
        for layer in self.layers[:-1]:
            x = torch.relu(layer(x))
        return self.layers[-1](x)
