import torch
import torch.nn as nn

from segments import segment_mean, segment_sum


class RadialBasis(nn.Module):
    def __init__(self, count=8, cutoff=5.0):
        super().__init__()
        self.register_buffer("centers", torch.linspace(0.0, cutoff, count))
        self.gamma = count / cutoff

    def forward(self, distance):
        return torch.exp(-self.gamma * (distance[:, None] - self.centers).square())


class Interaction(nn.Module):
    def __init__(self, width, basis):
        super().__init__()
        self.filter = nn.Linear(basis, width)
        self.message = nn.Linear(width, width)
        self.update = nn.Linear(width, width)

    def forward(self, x, rbf, senders, receivers):
        messages = self.message(x)[senders] * torch.tanh(self.filter(rbf))
        return x + torch.nn.functional.silu(self.update(segment_sum(messages, receivers, x.shape[0])))


class Potential(nn.Module):
    def __init__(self, width=24, layers=2, basis=8):
        super().__init__()
        self.embed = nn.Embedding(4, width)
        self.basis = RadialBasis(basis)
        self.layers = nn.ModuleList(Interaction(width, basis) for _ in range(layers))
        self.readout = nn.Linear(width, 1)

    def forward(self, batch):
        offset = batch.positions[batch.senders] - batch.positions[batch.receivers]
        rbf = self.basis(offset.norm(dim=-1))
        x = self.embed(batch.species)
        for layer in self.layers:
            x = layer(x, rbf, batch.senders, batch.receivers)
        atomic = self.readout(x).squeeze(-1)
        return segment_mean(atomic, batch.owner, batch.num_molecules)
