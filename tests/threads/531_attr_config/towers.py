import torch
import torch.nn as nn
import torch.nn.functional as F

from scoring import in_batch_logits


class Tower(nn.Module):
    def __init__(self, rows, dim, hidden):
        super().__init__()
        self.table = nn.Embedding(rows, dim)
        self.mlp = nn.Sequential(nn.Linear(dim, hidden), nn.ReLU(), nn.Linear(hidden, dim))

    def forward(self, ids):
        e = self.table(ids)
        return F.normalize(e + self.mlp(e), dim=-1)


class TwoTower(nn.Module):
    def __init__(self, cfg, item_freq):
        super().__init__()
        m = cfg.model
        self.user = Tower(m.num_users, m.dim, m.hidden)
        self.item = Tower(m.num_items, m.dim, m.hidden)
        self.score_cfg = cfg.score
        self.register_buffer("log_freq", item_freq.log())

    def forward(self, users, items):
        u = self.user(users)
        v = self.item(items)
        logits = in_batch_logits(u, v, self.log_freq[items], self.score_cfg)
        target = torch.arange(users.shape[0], device=users.device)
        return F.cross_entropy(logits, target)
