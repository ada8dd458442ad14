import torch
from torch import nn


class DecoderLayer(nn.Module):
    def __init__(self, layer_idx, width):
        super().__init__()
        self.layer_idx = layer_idx
        self.norm = nn.LayerNorm(width)
        self.mlp = nn.Linear(width, width)

    def forward(self, x):
        y = self.mlp(self.norm(x))
        return x + y / (2 * (self.layer_idx + 1)) ** 0.5


class Decoder(nn.Module):
    def __init__(self, depth=12, width=16):
        super().__init__()
        self.layers = nn.ModuleList(DecoderLayer(i, width) for i in range(depth))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


def main():
    torch.manual_seed(0)
    model = Decoder()
    for layer in model.layers:
        layer.compile(backend="eager")
    for _ in range(3):
        y = model(torch.randn(2, 16))
    print(tuple(y.shape))


main()
