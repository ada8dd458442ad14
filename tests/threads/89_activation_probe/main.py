import torch
import torch.nn as nn

from clips import clips
from loop import Ema, fit
from probe import ActivationProbe


class Classifier(nn.Module):
    def __init__(self, bands, width, classes):
        super().__init__()
        self.inp = nn.Conv1d(bands, width, 5, padding=2)
        self.mid = nn.Conv1d(width, width, 5, padding=2)
        self.out = nn.Linear(width, classes)

    def forward(self, x):
        h = torch.relu(self.inp(x))
        h = h + torch.relu(self.mid(h))
        return self.out(h.mean(dim=-1))


def main():
    torch.manual_seed(50)
    model = Classifier(bands=10, width=16, classes=3)
    probe = ActivationProbe(model, kinds=(nn.Conv1d,))
    ema = Ema(model, decay=0.9)
    losses = fit(model, clips(count=7, batch=12), probe, ema)
    print("loss", " ".join(f"{v:.5f}" for v in losses))
    print("probe", " ".join(f"{k}={v:.5f}" for k, v in probe.summary().items()))
    print(f"ema {ema.distance(model):.6f}")


if __name__ == "__main__":
    main()
