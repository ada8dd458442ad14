import torch
from torch import nn

from quantkit import build


class QLinear(nn.Module):
    def __init__(self, n_in, n_out, plan):
        super().__init__()
        self.lin = nn.Linear(n_in, n_out)
        self.wq = build(plan.weight, bits=plan.bits)
        self.aq = build(plan.activation, bits=plan.bits)

    def forward(self, x):
        return nn.functional.linear(self.aq(x), self.wq(self.lin.weight), self.lin.bias)


class KeywordNet(nn.Module):
    def __init__(self, n_in, hidden, n_out, plan):
        super().__init__()
        self.first = QLinear(n_in, hidden, plan)
        self.second = QLinear(hidden, hidden, plan)
        self.out = nn.Linear(hidden, n_out)

    def forward(self, x):
        h = torch.relu(self.first(x))
        h = torch.relu(self.second(h))
        return self.out(h)

    def ranges(self):
        for name in ("first", "second"):
            aq = getattr(self, name).aq
            yield name, aq.low.item(), aq.high.item()
