import torch
from torch import nn

LONGEST = 8


def ramp(count):
    return 0.5 + 0.5 * min(count, LONGEST) / LONGEST


class Layer(nn.Module):
    rounds = 0

    @torch.compile(backend="eager")
    def forward(self, x):
        return x * ramp(type(self).rounds)


def main():
    layer = Layer()
    for _ in range(6):
        y = layer(torch.ones(4))
        Layer.rounds += 1
    print(tuple(y.shape))


main()
