import torch

from stages import ClassStage, MixStage, PatchStage
from trainer import Trainer


def stripes(count, generator):
    y = torch.randint(0, 3, (count,), generator=generator)
    grid = torch.arange(16.0).view(1, 4, 4)
    x = torch.sin(grid * (1 + y.view(-1, 1, 1)) * 0.7)
    return x + 0.1 * torch.randn(count, 4, 4, generator=generator), y


def main():
    torch.manual_seed(4)
    generator = torch.Generator().manual_seed(9)
    trainer = Trainer([PatchStage(4, 24), MixStage(24), ClassStage(24, 3)])
    for step in range(12):
        loss = trainer.train_step(*stripes(16, generator))
        if step % 4 == 3:
            print("step", step + 1, round(loss, 4))
    x, y = stripes(16, generator)
    hits = (trainer.forward(x).argmax(-1) == y).float().mean()
    print("accuracy", round(hits.item(), 3))
    print("scales", [round(s.item(), 2) for s in trainer.current_scales()])


if __name__ == "__main__":
    main()
