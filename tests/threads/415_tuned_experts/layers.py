from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional as F

from tuning import get_tile_config


@dataclass
class MoEConfig:
    hidden_size: int = 32
    expert_size: int = 64
    num_experts: int = 4
    top_k: int = 2
    num_layers: int = 2


def tiled_experts(x, weight):
    tile = get_tile_config(weight.shape[1])
    parts = [rows @ weight.mT for rows in x.split(tile.block_rows, dim=1)]
    return torch.cat(parts, dim=1)


class Router(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.top_k = cfg.top_k
        self.gate = nn.Linear(cfg.hidden_size, cfg.num_experts, bias=False)

    def forward(self, x):
        probs = self.gate(x).softmax(-1)
        top, ids = probs.topk(self.top_k, dim=-1)
        return torch.zeros_like(probs).scatter(-1, ids, top / top.sum(-1, keepdim=True))


class SparseMLP(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.router = Router(cfg)
        self.norm = nn.RMSNorm(cfg.hidden_size)
        self.w_up = nn.Parameter(torch.randn(cfg.num_experts, cfg.expert_size, cfg.hidden_size) * 0.1)
        self.w_down = nn.Parameter(torch.randn(cfg.num_experts, cfg.hidden_size, cfg.expert_size) * 0.1)

    def forward(self, x):
        h = self.norm(x)
        up = F.silu(tiled_experts(h.expand(len(self.w_up), -1, -1), self.w_up))
        down = tiled_experts(up, self.w_down)
        return x + torch.einsum("enf,ne->nf", down, self.router(h))
