import torch
from torch import nn

from shapes import note_shape


class Factored(nn.Module):
    def __init__(self, c_in, c_out):
        super().__init__()
        self.space = nn.Conv3d(c_in, c_out, (1, 3, 3), padding=(0, 1, 1))
        self.time = nn.Conv3d(c_out, c_out, (3, 1, 1), padding=(1, 0, 0))
        self.norm = nn.GroupNorm(2, c_out)

    def forward(self, x):
        return torch.relu(self.norm(self.time(torch.relu(self.space(x)))))


class R2Plus1D(nn.Module):
    def __init__(self, n_classes, width=8):
        super().__init__()
        self.a = Factored(3, width)
        self.b = Factored(width, width)
        self.head = nn.Linear(width, n_classes)

    def forward(self, x):
        h = self.a(x - 0.5)
        note_shape("stem", h)
        h = self.b(h) + h
        return self.head(h.amax((2, 3, 4)))
