import torch
from torch import nn

from features import SCHEMA, Collator, batches, synthetic_log
from model import Ranker


class RunningMean:
    def __init__(self):
        self.total, self.count = 0.0, 0

    def add(self, value, n):
        self.total += value * n
        self.count += n

    def value(self):
        return self.total / max(1, self.count)


def train(model, rows, batch_size=32, lr=0.05):
    compiled = torch.compile(model, backend="eager")
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    criterion = nn.BCEWithLogitsLoss()
    mean = RunningMean()
    for step, (ids, labels) in enumerate(batches(rows, batch_size, Collator())):
        loss = criterion(compiled(ids), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        mean.add(loss.item(), len(labels))
        print(f"batch {step} loss {loss.item():.4f}")
    return mean.value()


def main():
    torch.manual_seed(1)
    model = Ranker(SCHEMA)
    print("mean loss", f"{train(model, synthetic_log(32 * 6)):.4f}")
    print("gates", [f"{model.embeddings.gates[f.name].item():.4f}" for f in SCHEMA])


if __name__ == "__main__":
    main()
