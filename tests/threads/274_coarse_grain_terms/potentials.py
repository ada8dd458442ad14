import torch
import torch.nn as nn
import torch.nn.functional as F

from structure import Structure


class Harmonic(nn.Module):
    def __init__(self, term: str, rest: float, strength: float) -> None:
        super().__init__()
        self.term, self.rest, self.strength = term, rest, strength

    def forward(self, data: Structure) -> torch.Tensor:
        index = data.neighbor_list.get(self.term)
        if index is None:
            return data.pos.new_zeros(())
        first, last = data.pos[index[0]], data.pos[index[-1]]
        return self.strength * ((first - last).norm(dim=-1) - self.rest).pow(2).sum()


class ContinuousFilter(nn.Module):
    def __init__(self, width: int, basis: int) -> None:
        super().__init__()
        self.filters = nn.Sequential(nn.Linear(basis, width), nn.Tanh(), nn.Linear(width, width))
        self.update = nn.Linear(width, width)

    def forward(self, h: torch.Tensor, rbf: torch.Tensor, cut: torch.Tensor) -> torch.Tensor:
        weight = self.filters(rbf) * cut.unsqueeze(-1)
        return h + F.silu(self.update((weight * h.unsqueeze(0)).sum(1)))


class DenseSchNet(nn.Module):
    def __init__(self, width: int = 24, basis: int = 12, layers: int = 2, cutoff: float = 4.0) -> None:
        super().__init__()
        self.cutoff = cutoff
        self.embed = nn.Embedding(4, width)
        self.register_buffer("centers", torch.linspace(0.0, cutoff, basis))
        self.layers = nn.ModuleList(ContinuousFilter(width, basis) for _ in range(layers))
        self.out = nn.Linear(width, 1)

    def forward(self, data: Structure) -> torch.Tensor:
        data = data.centered()
        delta = data.pos.unsqueeze(0) - data.pos.unsqueeze(1)
        dist = (delta.pow(2).sum(-1) + 1e-6).sqrt()
        cut = 0.5 * (torch.cos(dist * torch.pi / self.cutoff) + 1) * (dist < self.cutoff)
        rbf = torch.exp(-4.0 * (dist.unsqueeze(-1) - self.centers).pow(2))
        h = self.embed(data.types)
        for layer in self.layers:
            h = layer(h, rbf, cut)
        return self.out(h).sum() - 0.01 * data.pos.pow(2).sum()


class SumOut(nn.Module):
    def __init__(self, models: dict[str, nn.Module]) -> None:
        super().__init__()
        self.models = nn.ModuleDict(models)

    def forward(self, data: Structure) -> dict[str, torch.Tensor]:
        parts = {name: model(data) for name, model in self.models.items()}
        parts["total"] = torch.stack(list(parts.values())).sum()
        return parts
