import torch
import torch.nn as nn


class Pipeline(nn.Module):
    """Draws the parameters of all steps, then runs them as one compiled function."""

    def __init__(self, steps):
        super().__init__()
        self.steps = nn.ModuleList(steps)
        self.apply_all = torch.compile(self.run, backend="eager")

    def run(self, x):
        for step in self.steps:
            x = step(x)
        return x

    def forward(self, x):
        for step in self.steps:
            step.draw(x.shape[0])
        return self.apply_all(x)
