import torch


class StaticCache:
    def __init__(self, batch, longest, dim):
        self.keys = torch.zeros(batch, longest, dim)
        self.values = torch.zeros(batch, longest, dim)
