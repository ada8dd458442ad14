import torch
from torch import nn

from gauges import rms


class MixerLayer(nn.Module):
    def __init__(self, spec, gauges):
        super().__init__()
        self.label = spec.label
        gauges.expect(self.label)
        self.gauges = gauges
        self.norm = nn.LayerNorm(spec.width)
        self.up = nn.Linear(spec.width, spec.width * 2)
        self.down = nn.Linear(spec.width * 2, spec.width)

    def forward(self, x):
        h = self.down(torch.nn.functional.gelu(self.up(self.norm(x))))
        out = x + h
        self.gauges.note(self.label, rms(out))
        return out


class Mixer(nn.Module):
    def __init__(self, specs, gauges, features, classes):
        super().__init__()
        width = specs[0].width
        self.stem = nn.Linear(features, width)
        self.layers = nn.ModuleList(MixerLayer(s, gauges) for s in specs)
        self.head = nn.Linear(width, classes)

    def compile_layers(self, backend):
        for layer in self.layers:
            layer.forward = torch.compile(layer.forward, backend=backend)

    def forward(self, x):
        x = self.stem(x)
        for layer in self.layers:
            x = layer(x)
        return self.head(x)
