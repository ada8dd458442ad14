import torch


def tapered(n, edge):
    t = (torch.arange(n) + 0.5) / n
    rise = (t / edge).clamp(max=1.0)
    fall = ((1.0 - t) / edge).clamp(max=1.0)
    return torch.sin(0.5 * torch.pi * torch.minimum(rise, fall)).square()


class WindowBank:
    def __init__(self, edge):
        self.edge = edge
        self.bank = {}

    def get(self, n):
        if n not in self.bank:
            self.bank[n] = tapered(n, self.edge)
        return self.bank[n]
