import torch
from torch import nn

from nbops import atom_counts, cosine_cutoff, mol_sum, pair_mask


class ChargeEquilibration(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.out = nn.Linear(dim, 1)

    def forward(self, feats, mol_idx, charge):
        q = self.out(feats).squeeze(-1)
        num_mols = charge.shape[0]
        missing = charge - mol_sum(q, mol_idx, num_mols)
        counts = atom_counts(mol_idx, num_mols).clamp(min=1)
        return q + (missing / counts)[mol_idx]


class InteractionBlock(nn.Module):
    def __init__(self, dim, rc):
        super().__init__()
        self.rc = rc
        self.lin = nn.Linear(dim, dim)

    def forward(self, feats, dist, mask):
        weight = torch.where(mask, cosine_cutoff(dist, self.rc), 0.0)
        return feats + torch.tanh(self.lin(weight @ feats))


class AtomNet(nn.Module):
    def __init__(self, dim=24, layers=2, rc=5.0):
        super().__init__()
        self.embed = nn.Embedding(16, dim)
        self.blocks = nn.ModuleList(InteractionBlock(dim, rc) for _ in range(layers))
        self.charges = ChargeEquilibration(dim)
        self.energy = nn.Linear(dim + 1, 1)

    def forward(self, numbers, coords, mol_idx, charge):
        diff = coords.unsqueeze(0) - coords.unsqueeze(1)
        dist = (diff.pow(2).sum(-1) + 1e-9).sqrt()
        mask = pair_mask(mol_idx)
        feats = self.embed(numbers)
        for block in self.blocks:
            feats = block(feats, dist, mask)
        q = self.charges(feats, mol_idx, charge)
        e_atom = self.energy(torch.cat([feats, q.unsqueeze(-1)], dim=-1)).squeeze(-1)
        return mol_sum(e_atom, mol_idx, charge.shape[0]), q
