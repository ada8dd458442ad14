import torch
from torch import nn

from ops import mol_sum, neutralize, pair_geometry


class AtomInteraction(nn.Module):
    def __init__(self, dim, n_rbf, rc):
        super().__init__()
        self.rc = rc
        self.register_buffer("centers", torch.linspace(0.5, rc, n_rbf))
        self.filter = nn.Linear(n_rbf, dim)
        self.update = nn.Sequential(nn.Linear(2 * dim, dim), nn.SiLU(), nn.Linear(dim, dim))

    def forward(self, h, d, cut):
        rbf = torch.exp(-4.0 * (d.unsqueeze(-1) - self.centers).square())
        msg = (self.filter(rbf) * cut.unsqueeze(-1) * h[None]).sum(1)
        return h + self.update(torch.cat([h, msg], -1))


class ChargeNet(nn.Module):
    def __init__(self, dim=24, n_rbf=8, rc=4.0, passes=2):
        super().__init__()
        self.rc = rc
        self.embed = nn.Embedding(16, dim)
        self.blocks = nn.ModuleList(AtomInteraction(dim, n_rbf, rc) for _ in range(passes))
        self.charge_head = nn.Linear(dim, 1)
        self.energy_head = nn.Linear(dim + 1, 1)

    def forward(self, numbers, coord, mol_idx, charge):
        d, cut = pair_geometry(coord, mol_idx, self.rc)
        h = self.embed(numbers)
        for block in self.blocks:
            h = block(h, d, cut)
        q = neutralize(self.charge_head(h).squeeze(-1), mol_idx, charge)
        local = self.energy_head(torch.cat([h, q.unsqueeze(-1)], -1)).squeeze(-1)
        coulomb = 0.5 * (q[:, None] * q[None] * cut / d).sum(1)
        return mol_sum(local + coulomb, mol_idx, charge.shape[0]), q
