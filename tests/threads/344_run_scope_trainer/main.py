import torch
from torch import nn

from objective import Objective
from run_scope import RunConfig
from trainer import PrintLoss, Trainer


def blobs(gen, classes=4, dim=6, batch=16):
    centers = torch.randn(classes, dim, generator=gen) * 2
    while True:
        y = torch.randint(0, classes, (batch,), generator=gen)
        yield centers[y] + torch.randn(batch, dim, generator=gen), y


def main():
    torch.manual_seed(11)
    gen = torch.Generator().manual_seed(11)
    model = nn.Sequential(nn.Linear(6, 24), nn.GELU(), nn.Linear(24, 4))
    trainer = Trainer(model, Objective(4), callbacks=[PrintLoss()])
    trainer.fit(blobs(gen), RunConfig(name="baseline"))


if __name__ == "__main__":
    main()
