import torch
from torch import nn
import torch.nn.functional as F

from memwatch import note
from observers import RangeObserver, fake_quant


class QLinear(nn.Linear):
    def __init__(self, n_in, n_out, bits=8):
        super().__init__(n_in, n_out)
        self.bits = bits
        self.act_range = RangeObserver()

    def forward(self, x):
        x = fake_quant(x, self.act_range(x), self.bits)
        w = fake_quant(self.weight, self.weight.detach().abs().amax(), self.bits)
        return F.linear(x, w, self.bias)


class QatSpotter(nn.Module):
    def __init__(self, n_mels, n_words, width=32):
        super().__init__()
        self.inp = QLinear(n_mels, width)
        self.mid = QLinear(width, width)
        self.out = QLinear(width, n_words)

    def forward(self, x):
        h = torch.relu(self.inp(x))
        h = torch.relu(self.mid(h)) + h
        note("spotter")
        return self.out(h)

    def ranges(self):
        return {n: m.act_range.amax.item() for n, m in self.named_children()}

    @torch.no_grad()
    def export_int8(self):
        total = 0
        for m in self.children():
            scale = m.weight.abs().amax() / 127
            total += int((m.weight / scale).round().to(torch.int8).sum())
        return total
