"""Leaky integrate-and-fire layers and a small recurrent classifier."""
import torch
from torch import nn

from surrogate import REGISTRY


class Leaky(nn.Module):
    def __init__(self, beta=0.9, threshold=1.0, surrogate="fast_sigmoid", learn_beta=False, reset="subtract"):
        super().__init__()
        beta = torch.tensor(beta)
        self.beta = nn.Parameter(beta) if learn_beta else beta
        self.threshold, self.reset = threshold, reset
        self.surrogate = surrogate

    @property
    def spike_grad(self):
        return REGISTRY[self.surrogate]()

    def fire(self, mem):
        return self.spike_grad(mem - self.threshold)

    def forward(self, current, mem):
        mem = self.beta.clamp(0, 1) * mem + current
        spk = self.fire(mem)
        if self.reset == "subtract":
            mem = mem - spk.detach() * self.threshold
        return spk, mem


class SpikingCell(nn.Module):
    def __init__(self, n_in, n_hidden, n_out, surrogate):
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(n_in, n_hidden), nn.Linear(n_hidden, n_out)
        self.lif1 = Leaky(0.85, surrogate=surrogate, learn_beta=True)
        self.readout = Leaky(0.95, threshold=4.0, reset="none")
        self.mem0 = nn.ParameterList([torch.zeros(n_hidden), torch.zeros(n_out)])

    def initial(self, batch):
        return tuple(m.repeat(batch, 1) for m in self.mem0)

    def forward(self, events, state):
        mem1, mem2 = state
        spk, mem1 = self.lif1(self.fc1(events), mem1)
        _, mem2 = self.readout(self.fc2(spk), mem2)
        return spk, (mem1, mem2)
