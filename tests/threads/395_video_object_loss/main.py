import torch
import torch.nn as nn

from dataset import SyntheticClips, collate
from losses import MaskLoss


class Segmenter(nn.Module):
    def __init__(self, width=12, max_objects=4):
        super().__init__()
        self.net = nn.Sequential(
            nn.Conv2d(3, width, 3, padding=1),
            nn.GELU(),
            nn.Conv2d(width, width, 3, padding=1),
            nn.GELU(),
            nn.Conv2d(width, max_objects, 1),
        )

    def forward(self, frames):
        return self.net(frames)


class Trainer:
    def __init__(self, batch_size=3, lr=1e-2):
        self.clips, self.batch_size = SyntheticClips(seed=5), batch_size
        self.model = Segmenter()
        self.criterion = torch.compile(MaskLoss(), backend="aot_eager")
        self.optim = torch.optim.SGD(self.model.parameters(), lr=lr, momentum=0.9)

    def step(self):
        batch = collate([self.clips.sample() for _ in range(self.batch_size)])
        losses = self.criterion(self.model(batch["frames"]), batch)
        self.optim.zero_grad()
        losses["total"].backward()
        self.optim.step()
        return {k: v.item() for k, v in losses.items()}


if __name__ == "__main__":
    torch.manual_seed(0)
    trainer = Trainer()
    for it in range(6):
        stats = trainer.step()
        print(it, " ".join(f"{k} {v:.4f}" for k, v in sorted(stats.items())))
