import torch
from torch import nn


def lists_of(count):
    return {f"ring_{n}": torch.arange(n) for n in range(count)}


class Field(nn.Module):
    def __init__(self):
        super().__init__()
        self.proj = nn.Linear(4, 4)

    def cutoff(self, lists):
        given = [one for name, one in lists.items() if name == "bonds"]
        return float(len(given[0])) if given else 5.0

    def forward(self, x, lists):
        return self.proj(x).clamp(max=self.cutoff(lists)).sum()


def main():
    torch.manual_seed(0)
    field = torch.compile(Field(), backend="eager")
    with torch.no_grad():
        for count in (0, 1, 2, 3):
            y = field(torch.full((2, 4), 0.5), lists_of(count))
            print(round(y.item(), 4))


main()
