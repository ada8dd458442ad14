import torch
import torch.nn.functional as F
from torch import nn

from ema import EMA
from evaluate import Evaluator
from precision import Precision


class Classifier(nn.Module):
    def __init__(self, dim=12, width=32, classes=5):
        super().__init__()
        self.embed = nn.Linear(dim, width)
        self.block = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, width), nn.GELU())
        self.head = nn.Linear(width, classes)

    def forward(self, x):
        h = self.embed(x)
        return self.head(h + self.block(h))


def batches(n, teacher, size=32):
    for _ in range(n):
        x = torch.randn(size, 12)
        yield x, (x @ teacher).argmax(-1)


def main():
    torch.manual_seed(4)
    teacher = torch.randn(12, 5)
    model = Classifier()
    precision, ema = Precision(), EMA(model)
    evaluator = Evaluator(model, precision, list(batches(3, teacher)))
    opt = torch.optim.AdamW(model.parameters(), lr=5e-3)
    for epoch in range(3):
        for x, y in batches(12, teacher):
            with precision.context():
                loss = F.cross_entropy(model(x).float(), y)
            opt.zero_grad()
            loss.backward()
            opt.step()
            ema.update()
        scores = evaluator.compare(ema)
        text = " ".join(f"{k} {v[0]:.5f}/{v[1]:.3f}" for k, v in scores.items())
        print(f"epoch {epoch} loss {loss.item():.5f} {text}")


if __name__ == "__main__":
    main()
