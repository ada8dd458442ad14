from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class AdapterInfo:
    name: str
    rank: int
    alpha: float
    seed: int


CATALOG = {
    info.name: info for info in (
        AdapterInfo("watercolor", rank=4, alpha=8.0, seed=21),
        AdapterInfo("pixel-art", rank=16, alpha=16.0, seed=22),
        AdapterInfo("ukiyo-e", rank=8, alpha=8.0, seed=23),
    )
}


class AdapterStore:
    """Reads adapters once and keeps their weights in memory."""

    def __init__(self, layer_shapes):
        self.layer_shapes = layer_shapes
        self.loaded = {}

    def _read(self, info):
        gen = torch.Generator().manual_seed(info.seed)
        weights = {}
        for key, (fan_out, fan_in) in self.layer_shapes.items():
            down = torch.randn(info.rank, fan_in, generator=gen) * fan_in ** -0.5
            up = torch.randn(fan_out, info.rank, generator=gen) * 0.1
            weights[key] = (down, up)
        return weights

    def fetch(self, name):
        info = CATALOG[name]
        if name not in self.loaded:
            self.loaded[name] = self._read(info)
        return self.loaded[name], info.alpha / info.rank


class LoraLinear(torch.nn.Module):
    def __init__(self, base):
        super().__init__()
        self.base = base
        self.down = self.up = None
        self.register_buffer("scale", torch.zeros(()))

    def load(self, down, up, scale):
        self.down = torch.nn.Parameter(down, requires_grad=False)
        self.up = torch.nn.Parameter(up, requires_grad=False)
        self.scale.fill_(scale)

    def forward(self, x):
        return self.base(x) + (x @ self.down.t() @ self.up.t()) * self.scale
