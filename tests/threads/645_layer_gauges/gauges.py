import torch


class Gauges:
    def __init__(self):
        self.latest = {}
        self.totals = {}
        self.rounds = 0

    def expect(self, key):
        self.latest[key] = torch.zeros(())

    def note(self, key, value):
        self.latest[key] = value

    def close_round(self):
        for key, value in self.latest.items():
            self.totals[key] = self.totals.get(key, 0.0) + float(value)
        self.rounds += 1

    def means(self):
        return {key: total / self.rounds for key, total in sorted(self.totals.items())}


def rms(x):
    return x.detach().pow(2).mean().sqrt()


def grad_norm(params):
    return torch.stack([p.grad.norm() for p in params if p.grad is not None]).norm()
