import torch
from torch import nn

from fakequant import FakeQuant, QuantConv


class GestureNet(nn.Module):
    def __init__(self, channels, width, classes):
        super().__init__()
        self.q_in = FakeQuant()
        self.a = QuantConv(channels, width, 3, padding=1)
        self.q_mid = FakeQuant()
        self.b = QuantConv(width, width, 3, padding=1)
        self.head = nn.Linear(width, classes)

    def quantizers(self):
        return [self.q_in, self.q_mid]

    def forward(self, x):
        x = torch.relu(self.a(self.q_in(x)))
        x = torch.relu(self.b(self.q_mid(x)))
        return self.head(x.amax(-1))
