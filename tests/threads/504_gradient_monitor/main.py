import torch

from model import Regressor
from trainer import Trainer


def main():
    torch.manual_seed(4)
    trainer = Trainer(Regressor())
    losses = trainer.fit(12, seed=8)
    print("first", round(losses[0], 4), "last", round(losses[-1], 4))
    for name, size in trainer.monitor.report().items():
        print(name, f"{size:.6f}")
    trainer.monitor.close()


if __name__ == "__main__":
    main()
