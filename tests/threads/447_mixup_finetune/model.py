import torch
from torch import nn
from torch.nn import functional as F


class ConvBlock(nn.Module):
    def __init__(self, cin: int, cout: int):
        super().__init__()
        self.conv = nn.Conv2d(cin, cout, 3, stride=2, padding=1, bias=False)
        self.norm = nn.GroupNorm(4, cout)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.silu(self.norm(self.conv(x)))


class TinyNet(nn.Module):
    def __init__(self, classes: int, width: int = 8):
        super().__init__()
        self.stem = nn.Sequential(ConvBlock(3, width), ConvBlock(width, 2 * width))
        self.head = nn.Linear(2 * width, classes)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.stem(x).mean(dim=(2, 3)))


class MixedCriterion(nn.Module):
    def __init__(self, smoothing: float):
        super().__init__()
        self.smoothing = smoothing

    def forward(self, logits, first, second, ratio):
        a = F.cross_entropy(logits, first, label_smoothing=self.smoothing)
        b = F.cross_entropy(logits, second, label_smoothing=self.smoothing)
        return ratio * a + (1 - ratio) * b
