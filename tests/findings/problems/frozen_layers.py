import torch
from torch import nn


def main():
    torch.manual_seed(0)
    layers = [nn.Linear(8, 8) for _ in range(10)]
    model = nn.Sequential(*layers)
    for layer in layers:
        layer.requires_grad_(False)
    compiled = torch.compile(model, backend="aot_eager")
    for layer in reversed(layers):
        layer.requires_grad_(True)
        compiled(torch.randn(2, 8)).sum().backward()
    print(len(layers))


main()
