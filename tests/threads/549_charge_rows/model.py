import torch
from torch import nn

from embedding import SystemEmbedding


class EnergyModel(nn.Module):
    def __init__(self, species=10, dim=24, layers=2):
        super().__init__()
        self.atoms = nn.Embedding(species, dim)
        self.system = SystemEmbedding(dim)
        self.message = nn.ModuleList(nn.Linear(2 * dim, dim) for _ in range(layers))
        self.readout = nn.Sequential(nn.Linear(dim, dim), nn.SiLU(), nn.Linear(dim, 1))

    def forward(self, batch):
        h = self.atoms(batch["z"]) + self.system(batch["charge"], batch["spin"])[batch["mol"]]
        src, dst = batch["edges"]
        for layer in self.message:
            m = torch.nn.functional.silu(layer(torch.cat([h[src], h[dst]], dim=-1)))
            h = h + torch.zeros_like(h).index_add(0, dst, m)
        energy = self.readout(h).squeeze(-1)
        out = torch.zeros(batch["charge"].shape[0], dtype=energy.dtype)
        return out.index_add(0, batch["mol"], energy)
