from collections import defaultdict

import torch


class MetricLog:
    def __init__(self):
        self.values = defaultdict(list)

    def update(self, info):
        for name, value in info.items():
            self.values[name].append(float(value))

    def mean(self, name, last):
        recent = self.values[name][-last:]
        return sum(recent) / len(recent)


class Trainer:
    def __init__(self, policy, lr=3e-3):
        self.policy = policy
        self.step_fn = torch.compile(policy, backend="inductor")
        self.optimizer = torch.optim.AdamW(policy.parameters(), lr=lr)
        self.log = MetricLog()

    def fit(self, loader):
        for batch in loader:
            loss, info = self.step_fn(batch)
            self.optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.policy.parameters(), 1.0)
            self.optimizer.step()
            self.log.update(info)
