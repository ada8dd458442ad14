from types import SimpleNamespace

import torch


def bundle(**fields):
    return SimpleNamespace(**fields)


class Heads(torch.nn.Module):
    def forward(self, x):
        return bundle(logits=x * 2, pooled=x.mean())


class Objective:
    def __init__(self, heads):
        self.heads = heads

    def __call__(self, x):
        out = self.heads(x)
        return out.logits.sum() + out.pooled


def main():
    objective = torch.compile(Objective(Heads()).__call__, backend="eager")
    print(objective(torch.arange(4.0)).item())


main()
