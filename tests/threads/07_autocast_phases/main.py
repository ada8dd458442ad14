"""Mixed precision in some phases only (pytorch#172636, pytorch#112260)."""
import torch
import torch.nn as nn

from tables import position_table
from trainer import Trainer


class Tagger(nn.Module):
    def __init__(self, dim=16, tags=5):
        super().__init__()
        self.embed = nn.Embedding(30, dim)
        self.head = nn.Linear(dim, tags)

    def forward(self, tokens, positions):
        return self.head(self.embed(tokens) + positions)


@torch.compile(backend="eager")
def accuracy(logits, y):
    return (logits.argmax(-1) == y).float().mean()


def data(n, batch=6, seq=9):
    for _ in range(n):
        tokens = torch.randint(0, 30, (batch, seq))
        yield tokens, tokens % 5


def main():
    torch.manual_seed(0)
    model = Tagger()
    trainer = Trainer(model, position_table, torch.optim.SGD(model.parameters(), lr=0.5))
    for epoch in range(2):
        for phase in ("warmup", "train", "validate"):
            score = trainer.run(phase, data(3), accuracy)
        print(epoch, f"{score:.4f}")


if __name__ == "__main__":
    main()
