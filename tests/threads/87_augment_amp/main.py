import torch

from augment import Augment
from images import batches
from precision import Precision
from trainer import Trainer


def build():
    return torch.nn.Sequential(
        torch.nn.Conv2d(3, 8, 3, stride=2, padding=1),
        torch.nn.ReLU(),
        torch.nn.AdaptiveAvgPool2d(2),
        torch.nn.Flatten(),
        torch.nn.Linear(32, 4),
    )


def main():
    torch.manual_seed(40)
    trainer = Trainer(build(), Augment(channels=3), Precision("bf16"), lr=0.1, accumulate=2)
    for epoch in range(2):
        for images, labels in batches(count=4, size=16, seed=0):
            trainer.train_step(images, labels)
        accuracy, brightness = trainer.evaluate(batches(count=2, size=16, seed=1))
        print(f"epoch {epoch} accuracy {accuracy:.4f} brightness {brightness:.5f}")


if __name__ == "__main__":
    main()
