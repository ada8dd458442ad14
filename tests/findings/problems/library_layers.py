import torch
from torch import nn


def main():
    torch.manual_seed(0)
    layers = [nn.TransformerEncoderLayer(16, 2, 32, 0.0) for _ in range(3)]
    for number, layer in enumerate(layers):
        layer.compile(backend="eager")
    for _ in range(2):
        x = torch.randn(5, 2, 16)
        for layer in layers:
            x = layer(x)
    print(tuple(x.shape))


main()
