import torch

from data import spiral_batches
from finetune import Finetuner
from network import Classifier
from thaw import ThawSchedule


def accuracy(model, batches):
    hits = [(model(x).argmax(-1) == y).float().mean() for x, y in batches]
    return float(torch.stack(hits).mean())


def main():
    torch.manual_seed(4)
    batches = spiral_batches(count=4, size=48, classes=3, seed=8)
    model = Classifier(features=6, width=24, depth=5, classes=3)
    schedule = ThawSchedule(model, every=3)
    tuner = Finetuner(model, schedule, lr=0.03)
    losses, norms = tuner.run(batches, steps=18)
    print("first loss", round(losses[0], 4), "last loss", round(losses[-1], 4))
    print("norms", [round(n, 3) for n in norms[::6]])
    with torch.no_grad():
        print("accuracy", round(accuracy(model, batches), 3))


if __name__ == "__main__":
    main()
