"""Fit the damping of a pendulum through an ODE solver with a step controller."""
import torch

from settings import load
from trainer import Trainer


def main():
    torch.manual_seed(1)
    cfg = load({"h": 0.05, "h_max": 0.2, "grow": 1.15, "span": 1.5, "lr": 0.2, "iters": 4})
    trainer = Trainer(cfg)
    for i in range(int(cfg["iters"])):
        loss = trainer.iterate()
        print("iter %d loss %.6f" % (i, loss))
    print("damping %.5f" % trainer.field.damping.item())


if __name__ == "__main__":
    main()
