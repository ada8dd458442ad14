"""Running statistics for the training log."""
import torch


class UpdateMeter:
    """Mean absolute update of every parameter, by name."""

    def __init__(self):
        self.seen = {}
        self.order = []

    def track(self, state, update):
        if state["name"].endswith("bias"):
            return
        state["rms"].copy_(update.square().mean().sqrt())

    def collect(self, optimizer):
        for state in optimizer.state.values():
            if state["rms"] > 0:
                self.seen.setdefault(state["name"], []).append(state["rms"].item())

    def summary(self):
        return {name: sum(v) / len(v) for name, v in sorted(self.seen.items())}


class LossMeter:
    def __init__(self, name):
        self.name = name
        self.values = []

    def track(self, value):
        self.values.append(value.detach())

    def mean(self):
        return torch.stack(self.values).mean().item()
