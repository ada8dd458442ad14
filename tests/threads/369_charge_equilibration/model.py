from dataclasses import dataclass

import torch
from torch import nn

import ops


@dataclass
class ChargeConfig:
    n_species: int = 10
    width: int = 32
    cutoff: float = 5.0
    n_rounds: int = 3


class ChargeModel(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.embed = nn.Embedding(cfg.n_species, cfg.width)
        self.rounds = nn.ModuleList(nn.Linear(2 * cfg.width, cfg.width) for _ in range(cfg.n_rounds))
        self.heads = nn.Linear(cfg.width, 3)

    def forward(self, numbers, coord, mol_idx, total_charge):
        w = ops.pair_weights(coord, mol_idx, self.cfg.cutoff)
        h = self.embed(numbers)
        for layer in self.rounds:
            h = h + torch.tanh(layer(torch.cat([h, w @ h], -1)))
        e, q, hard = self.heads(h).unbind(-1)
        q = ops.equilibrate(q, nn.functional.softplus(hard), mol_idx, total_charge)
        size = ops.mol_size(mol_idx, total_charge.shape[0])
        energy = ops.mol_sum(e + q.square(), mol_idx, total_charge.shape[0]) / size.sqrt()
        return {"energy": energy, "charges": q, "n_atoms": size}
