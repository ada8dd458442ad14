from dataclasses import dataclass, field

import torch
import torch.nn.functional as F

from fakequant import QuantConfig
from layers import KeywordNet, sparsity


@dataclass
class TrainConfig:
    steps: int = 10
    batch: int = 16
    lr: float = 0.1
    log_every: int = 2
    quant: QuantConfig = field(default_factory=QuantConfig)


def tones(batch, gen, length=64, classes=4):
    label = torch.randint(classes, (batch,), generator=gen)
    t = torch.arange(length) / length
    wave = torch.sin(2 * torch.pi * (2 + 4 * label[:, None]) * t)
    return wave + 0.2 * torch.randn(wave.shape, generator=gen), label


class Trainer:
    def __init__(self, cfg):
        self.cfg = cfg
        self.net = KeywordNet(quant=cfg.quant)
        self.model = torch.compile(self.net, backend="eager")
        self.optim = torch.optim.SGD(self.net.parameters(), lr=cfg.lr, momentum=0.9)
        self.gen = torch.Generator().manual_seed(7)

    def step(self):
        wave, label = tones(self.cfg.batch, self.gen)
        logits = self.model(wave)
        loss = F.cross_entropy(logits, label)
        self.optim.zero_grad()
        loss.backward()
        self.optim.step()
        return loss.item(), (logits.argmax(1) == label).float().mean().item()

    def fit(self):
        for step in range(self.cfg.steps):
            loss, acc = self.step()
            if step % self.cfg.log_every == 0:
                print(f"step {step} loss {loss:.6f} acc {acc:.3f}")
        print(f"sparsity {sparsity(self.net):.4f}")


if __name__ == "__main__":
    torch.manual_seed(0)
    Trainer(TrainConfig()).fit()
