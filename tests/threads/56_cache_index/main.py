"""Forecasting patch by patch with a cache of keys and values (timesfm#459)."""
import torch
import torch.nn as nn

from kvcache import Cache
from layers import Layer


class Decoder(nn.Module):
    def __init__(self, patch=4, dim=8, depth=2):
        super().__init__()
        self.inp = nn.Linear(patch, dim)
        self.layers = nn.ModuleList(Layer(dim) for _ in range(depth))
        self.out = nn.Linear(dim, patch)

    def forward(self, patch, caches):
        h = self.inp(patch)
        for layer, cache in zip(self.layers, caches):
            h = layer(h, cache)
        return self.out(h)


@torch.compile(backend="eager")
def scaled(series):
    return (series - series.mean(-1, keepdim=True)) / series.std(-1, keepdim=True)


@torch.no_grad()
def main():
    torch.manual_seed(0)
    net = torch.compile(Decoder(), backend="eager")
    series = scaled(torch.sin(torch.arange(12) / 3 + torch.arange(3)[:, None]))
    caches = [Cache(batch=3, slots=8, dim=8) for _ in range(2)]
    for patch in series.unflatten(1, (3, 4)).unbind(1):
        forecast = net(patch[:, None].contiguous(), caches)
    for _ in range(3):
        forecast = net(forecast, caches)
        print([round(v, 4) for v in forecast[0, 0].tolist()])


if __name__ == "__main__":
    main()
