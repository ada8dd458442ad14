"""Train a small regressor with a hand-rolled warmup; the optimizer's step is compiled."""
import torch

from trainer import Trainer, TrainerConfig


def target(x):
    return torch.sin(3 * x[:, :1]) + 0.5 * x[:, 1:2]


def batches(n, size, seed):
    g = torch.Generator().manual_seed(seed)
    for _ in range(n):
        x = torch.rand(size, 4, generator=g)
        yield x, target(x)


def main():
    torch.manual_seed(0)
    trainer = Trainer(TrainerConfig(lr=0.01, warmup=5, total=12))
    for x, y in batches(12, 32, seed=1):
        trainer.fit_batch(x, y)
    print("losses", " ".join(f"{v:.4f}" for v in trainer.history[::3]))
    val = [trainer.evaluate(x, y) for x, y in batches(3, 32, seed=2)]
    print("val", " ".join(f"{v:.4f}" for v in val))


if __name__ == "__main__":
    main()
