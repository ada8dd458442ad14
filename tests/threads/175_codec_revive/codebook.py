"""EMA codebook with revival of dead codes."""
import logging

import torch
from torch import nn

log = logging.getLogger("codec.codebook")


class Codebook(nn.Module):
    def __init__(self, n_codes, dim, decay=0.9, revive_every=5):
        super().__init__()
        self.decay = decay
        self.revive_every = revive_every
        self.register_buffer("codes", torch.randn(n_codes, dim) * 0.3)
        self.register_buffer("hits", torch.ones(n_codes))
        self.seen = 0

    def lookup(self, flat):
        d = torch.cdist(flat, self.codes)
        return d.argmin(-1)

    def forward(self, z):
        flat = z.reshape(-1, z.shape[-1])
        idx = self.lookup(flat.detach())
        q = self.codes[idx].view_as(z)
        if self.training:
            self._observe(flat.detach(), idx)
        commit = (z - q.detach()).square().mean()
        return z + (q - z).detach(), commit

    @torch.no_grad()
    def _observe(self, flat, idx):
        onehot = torch.nn.functional.one_hot(idx, self.codes.shape[0]).to(flat.dtype)
        count = onehot.sum(0)
        mean = onehot.t() @ flat / count.clamp(min=1.0).unsqueeze(1)
        target = torch.where(count.unsqueeze(1) > 0, mean, self.codes)
        self.codes.lerp_(target, 1 - self.decay)
        self.hits.mul_(self.decay).add_(count, alpha=1 - self.decay)
        self._age(flat)

    def _age(self, flat):
        self.seen += 1
        if self.seen % self.revive_every == 0:
            self.revive(flat)

    def revive(self, flat):
        """Moves codes which are hardly used onto vectors of the batch."""
        dead = self.hits < 0.2
        log.info("revive after %d batches", self.seen)
        fresh = flat[: self.codes.shape[0]]
        self.codes.copy_(torch.where(dead.unsqueeze(1), fresh, self.codes))
        self.hits.copy_(torch.where(dead, torch.ones_like(self.hits), self.hits))

    def usage(self):
        return int((self.hits > 0.2).sum())
