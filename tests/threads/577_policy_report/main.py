import torch

from policy import ActPolicy
from trainer import Trainer


def episodes(count, batch=16, horizon=5):
    gen = torch.Generator().manual_seed(11)
    mix = torch.randn(6, horizon * 3, generator=gen) * 0.4
    for _ in range(count):
        state = torch.randn(batch, 6, generator=gen)
        yield {
            "state": state,
            "actions": torch.tanh(state @ mix).view(batch, horizon, 3),
            "valid": (torch.rand(batch, horizon, generator=gen) > 0.2).float(),
            "noise": torch.randn(batch, 4, generator=gen),
        }


def main():
    torch.manual_seed(0)
    trainer = Trainer(ActPolicy())
    trainer.fit(episodes(40))
    for name in ("l1", "kld", "loss"):
        print(f"{name}: start {trainer.log.values[name][0]:.3f} end {trainer.log.mean(name, 5):.3f}")


if __name__ == "__main__":
    main()
