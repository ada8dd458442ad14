"""Sales of many small shops; some opened late."""
import math
from dataclasses import dataclass

import torch


@dataclass
class Shop:
    name: str
    sales: torch.Tensor      # (time,)
    opened: int

    def window(self, end, context, horizon):
        start = max(self.opened, end - context)
        past = self.sales[start:end]
        week = torch.arange(start, end) % 7
        x = torch.stack([past, (week >= 5).float(), torch.sin(2 * math.pi * week / 7)], 1)
        return x, self.sales[end:end + horizon]


def make_shops(n, days, seed):
    g = torch.Generator().manual_seed(seed)
    t = torch.arange(days).float()
    shops = []
    for i in range(n):
        level, amp = torch.rand(2, generator=g).tolist()
        y = 1 + level + amp * torch.sin(2 * math.pi * t / 7 + i) + 0.2 * torch.randn(days, generator=g)
        opened = 0 if i % 3 else days - 40
        shops.append(Shop(f"shop{i:02d}", y, opened))
    return shops
