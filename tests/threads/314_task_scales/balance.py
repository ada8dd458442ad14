from dataclasses import dataclass

import torch


@dataclass
class BalanceConfig:
    decay: float = 0.9
    floor: float = 1e-3


class TaskBalancer:
    def __init__(self, tasks, config):
        self.tasks = tuple(tasks)
        self.config = config
        self.scales = {}

    def rescale(self, name, err):
        if name in self.scales:
            return err / self.scales[name].clamp(min=self.config.floor)
        return err

    def observe(self, raw, masks):
        for name in self.tasks:
            if not masks[name].any():
                continue
            old = self.scales.get(name, torch.ones(()))
            self.scales[name] = self.config.decay * old + (1.0 - self.config.decay) * raw[name]

    def summary(self):
        return " ".join(f"{name}={float(self.scales.get(name, 1.0)):.4f}" for name in self.tasks)


class LabelBudget:
    """Releases assays one after another as their labels come in."""

    def __init__(self, tasks, start, every):
        self.order = list(tasks)
        self.start = start
        self.every = every

    def released(self, step):
        return self.order[: self.start + step // self.every]
