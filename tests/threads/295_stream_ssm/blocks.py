import torch
import torch.nn as nn
import torch.nn.functional as F


def scan(u, decay, b, c, state):
    """Diagonal linear recurrence over time; u is (batch, dim, time)."""
    outs = []
    for t in range(u.shape[-1]):
        state = decay * state + b * u[:, :, t : t + 1]
        outs.append((state * c).sum(-1))
    return torch.stack(outs, dim=-1), state


class Mixer(nn.Module):
    def __init__(self, dim, state_size, kernel, layer_idx):
        super().__init__()
        self.layer_idx = layer_idx
        self.in_proj = nn.Linear(dim, 2 * dim)
        self.conv = nn.Conv1d(dim, dim, kernel, groups=dim)
        self.log_decay = nn.Parameter(-torch.rand(dim, state_size))
        self.b = nn.Parameter(torch.randn(dim, state_size) * 0.3)
        self.c = nn.Parameter(torch.randn(dim, state_size) * 0.3)
        self.out_proj = nn.Linear(dim, dim)

    def forward(self, x, cache):
        u, gate = self.in_proj(x).transpose(1, 2).chunk(2, dim=1)
        state, tail = cache.get(self.layer_idx)
        u = torch.cat([tail, u], dim=-1)
        tail = u[:, :, -tail.shape[-1] :]
        y, state = scan(F.silu(self.conv(u)), self.log_decay.exp(), self.b, self.c, state)
        cache.put(self.layer_idx, state, tail)
        return self.out_proj((y * F.silu(gate)).transpose(1, 2))


class Residual(nn.Module):
    def __init__(self, mixer, dim):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.mixer = mixer

    def forward(self, x, cache):
        return x + self.mixer(self.norm(x), cache)
