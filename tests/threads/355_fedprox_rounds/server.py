import torch


class Server:
    def __init__(self, model, server_lr=1.0):
        self.weights = dict(model.named_parameters())
        self.server_lr = server_lr
        self.round = 0

    def payload(self):
        return dict(self.weights)

    def aggregate(self, updates, counts):
        """Move the global weights by the sample-weighted mean of the clients' deltas."""
        share = torch.tensor(counts, dtype=torch.float32)
        share = share / share.sum()
        with torch.no_grad():
            merged = {}
            for name, old in self.weights.items():
                delta = torch.stack([u[name] - old for u in updates])
                step = (share.view(-1, *[1] * old.dim()) * delta).sum(0)
                merged[name] = old + self.server_lr * step
        self.weights = merged
        self.round += 1
