import torch
import torch.nn as nn
import torch.nn.functional as F

from fakequant import FakeQuant, QuantConfig


class QuantConv(nn.Conv1d):
    def __init__(self, *args, quant, **kw):
        super().__init__(*args, **kw)
        self.weight_quant = FakeQuant(quant)
        self.act_quant = FakeQuant(quant)

    def forward(self, x):
        x = F.conv1d(x, self.weight_quant(self.weight), self.bias, self.stride, self.padding)
        return self.act_quant(F.relu(x))


class KeywordNet(nn.Module):
    def __init__(self, classes=4, width=8, quant=QuantConfig()):
        super().__init__()
        self.features = nn.Sequential(
            QuantConv(1, width, 5, stride=2, padding=2, quant=quant),
            QuantConv(width, width, 3, stride=2, padding=1, quant=quant),
        )
        self.head = nn.Linear(width, classes)

    def forward(self, wave):
        return self.head(self.features(wave[:, None]).mean(-1))


def sparsity(model, eps=1e-2):
    weights = torch.cat([p.detach().flatten() for p in model.parameters() if p.dim() > 1])
    return (weights.abs() < eps).float().mean().item()
