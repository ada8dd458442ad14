import torch

from module import LitClassifier
from trainer import Trainer


def make_batches(count, size, features=16, classes=5):
    generator = torch.Generator().manual_seed(2)
    centers = torch.randn(classes, features, generator=generator) * 1.5
    batches = []
    for _ in range(count):
        y = torch.randint(0, classes, (size,), generator=generator)
        x = centers[y] + torch.randn(size, features, generator=generator)
        batches.append((x, y))
    return batches


def main():
    torch.manual_seed(1)
    module = LitClassifier()
    batches = make_batches(6, 32)
    history = Trainer(max_epochs=3).fit(module, batches)
    for epoch, row in enumerate(history):
        print(f"epoch {epoch} loss {row['train_loss']:.3f} acc {row['train_acc']:.3f}")
    x, y = batches[0]
    print("fit accuracy %.3f" % (module.predict(x) == y).float().mean().item())


if __name__ == "__main__":
    main()
