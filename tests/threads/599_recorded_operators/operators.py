import torch
from torch import nn
import torch.nn.functional as F

from recording import enable_recording, recordable


class SpectralLayer(nn.Module):
    def __init__(self, width, modes):
        super().__init__()
        self.modes = modes
        self.weight = nn.Parameter(torch.randn(2, width, width, modes) / width)
        self.skip = nn.Conv1d(width, width, 1)

    def spectral(self, field):
        n = field.shape[-1]
        freq = 2 * torch.pi * torch.arange(self.modes)[:, None] * torch.arange(n) / n
        re, im = field @ freq.cos().t() / n, -field @ freq.sin().t() / n
        wr, wi = self.weight[0], self.weight[1]
        out_re = torch.einsum("bim,iom->bom", re, wr) - torch.einsum("bim,iom->bom", im, wi)
        out_im = torch.einsum("bim,iom->bom", re, wi) + torch.einsum("bim,iom->bom", im, wr)
        return out_re @ freq.cos() - out_im @ freq.sin()

    @recordable
    def forward(self, field):
        spec = self.spectral(field)
        local = self.skip(field)
        return F.gelu(spec + local), {"spectral": spec, "local": local}


class BurgersOperator(nn.Module):
    def __init__(self, width=12, modes=6, depth=5):
        super().__init__()
        self.lift = nn.Conv1d(2, width, 1)
        self.layers = nn.ModuleList(
            enable_recording(SpectralLayer(width, modes), "spectral", "local") for _ in range(depth))
        self.project = nn.Conv1d(width, 1, 1)

    def forward(self, u):
        grid = torch.linspace(0, 1, u.shape[-1]).expand_as(u)
        h = self.lift(torch.stack([u, grid], dim=1))
        records = []
        for layer in self.layers:
            h, kept = layer(h)
            records.append(kept)
        return u + self.project(h).squeeze(1), records
