"""Key/value cache with a fixed number of slots."""
import torch
from torch import nn


class NoteCache(nn.Module):
    def __init__(self, batch, slots, dim):
        super().__init__()
        self.slots = slots
        self.size = 0
        self.register_buffer("k", torch.zeros(batch, slots, dim))
        self.register_buffer("v", torch.zeros(batch, slots, dim))

    def reset(self):
        self.size = 0
        self.k.zero_()
        self.v.zero_()

    def update(self, k, v):
        """Append one step, return everything and which slots are filled."""
        self.k[:, self.size] = k
        self.v[:, self.size] = v
        self.size += 1
        return self.k, self.v, torch.arange(self.slots) < self.size

    def reorder(self, beams):
        self.k.copy_(self.k[beams])
        self.v.copy_(self.v[beams])
