"""An evaluation step compiled together with its metrics (torchmetrics#1780)."""
import torch
import torch.nn as nn

from evaluation import Evaluator
from metrics import Accuracy, Brier, Collection


class Classifier(nn.Module):
    def __init__(self, dim=6, classes=3):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim, 12), nn.ReLU(), nn.Linear(12, classes))

    def forward(self, x):
        return self.net(x)


@torch.compile(backend="eager")
def normalized(x):
    return (x - x.mean(0)) / x.std(0)


def batches(n):
    gen = torch.Generator().manual_seed(7)
    for _ in range(n):
        x = torch.randn(10, 6, generator=gen)
        yield normalized(x), (x.sum(1) > 0).long()


def main():
    torch.manual_seed(0)
    evaluator = Evaluator(Classifier(), Collection({"accuracy": Accuracy(), "brier": Brier()}))
    for name, value in evaluator.run(batches(5)).items():
        print(name, f"{value.item():.4f}")


if __name__ == "__main__":
    main()
