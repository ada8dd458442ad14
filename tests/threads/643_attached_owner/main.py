import torch
from torch import nn

from modules import Student
from settings import Settings
from trainer import Trainer


def main():
    torch.manual_seed(4)
    settings = Settings()
    trainer = Trainer(Student(), nn.Linear(10, 5), settings)
    losses = [trainer.step(torch.randn(32, 10)) for _ in range(8)]
    print(settings.summary())
    print("losses", round(losses[0], 4), round(losses[-1], 4))
    print("agreement", round(trainer.agreement(torch.randn(64, 10)), 4))


if __name__ == "__main__":
    main()
