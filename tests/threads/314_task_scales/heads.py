"""Shared trunk with one regression head per assay."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class AssayModel(nn.Module):
    def __init__(self, tasks, dim=16, width=32):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(dim, width), nn.GELU(), nn.Linear(width, width))
        self.heads = nn.ModuleDict({name: nn.Linear(width, 1) for name in tasks})

    def forward(self, x):
        h = F.gelu(self.trunk(x))
        return {name: head(h).squeeze(-1) for name, head in self.heads.items()}


class MultiTaskLoss(nn.Module):
    """Masked squared error per task; a task's scale divides it once known."""

    def __init__(self, model, balancer):
        super().__init__()
        self.model = model
        self.balancer = balancer

    def forward(self, x, targets, masks):
        total, raw = x.new_zeros(()), {}
        for name, pred in self.model(x).items():
            err = ((pred - targets[name]) ** 2 * masks[name]).sum() / masks[name].sum().clamp(min=1.0)
            raw[name] = err.detach()
            total = total + self.balancer.rescale(name, err)
        return total, raw
