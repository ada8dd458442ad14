import torch

from prox import ProxTerm, cross_entropy


def make_shard(i, dim, classes):
    g = torch.Generator().manual_seed(100 + i)
    x = torch.randn(24, dim, generator=g)
    y = (x[:, i % dim] > 0).long() + (x[:, (i + 1) % dim] > 0.5).long()
    return x, y.clamp(max=classes - 1)


class Server:
    def __init__(self, dim, classes):
        self.weights = [0.1 * torch.randn(dim, classes), torch.zeros(classes)]

    def announce(self, round_no):
        """The closer to the end, the stronger are clients held to the server."""
        ProxTerm.mu = 0.01 * 2**round_no

    def aggregate(self, updates):
        self.weights = [torch.stack(ws).mean(0) for ws in zip(*updates)]

    def evaluate(self, clients):
        with torch.no_grad():
            losses = [cross_entropy(self.weights, *c.shard) for c in clients]
        return torch.stack(losses).mean().item()
