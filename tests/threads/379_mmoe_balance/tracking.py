import torch


class BalanceTracker:
    """Collects the load-balancing terms of all gates."""

    def __init__(self, weight=0.02):
        self.weight = weight
        self.num_gates = 0
        self.terms = []

    def register(self):
        self.num_gates += 1
        return self

    def add(self, probs):
        load = probs.mean(dim=0)
        self.terms.append(load.square().sum() * load.numel())

    def step_loss(self):
        return self.weight * torch.stack(self.terms[-self.num_gates:]).sum()

    def epoch_mean(self):
        mean = torch.stack(self.terms).mean().item()
        self.terms.clear()
        return mean
