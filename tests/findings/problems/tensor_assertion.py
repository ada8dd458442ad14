import torch
from torch import nn


class Lookup(nn.Module):
    def __init__(self, entries, width):
        super().__init__()
        self.table = nn.Embedding(entries, width)

    def forward(self, index):
        if index.max() >= self.table.num_embeddings:
            raise IndexError(f"index {index.max()} is too large")
        return self.table(index).tanh()


def main():
    torch.manual_seed(0)
    model = torch.compile(Lookup(10, 4), backend="eager")
    for _ in range(3):
        y = model(torch.randint(0, 10, (6,)))
    print(tuple(y.shape))


main()
