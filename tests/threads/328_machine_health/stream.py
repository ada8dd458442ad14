"""Streaming state: left context per block and running error statistics."""
from dataclasses import dataclass, field

import torch


@dataclass
class StreamState:
    machine: str
    context: dict = field(default_factory=dict)
    frames: int = 0

    @classmethod
    def fresh(cls, machine, blocks, batch, width):
        state = cls(machine)
        for block in blocks:
            state.context[block.name] = torch.zeros(batch, block.kernel - 1, width)
        return state


class RunningScore:
    def __init__(self, momentum):
        self.momentum = momentum
        self.mean = torch.zeros(())
        self.var = torch.ones(())

    def update(self, error):
        delta = error - self.mean
        self.mean = self.mean + self.momentum * delta
        self.var = (1 - self.momentum) * (self.var + self.momentum * delta * delta)
        return delta / self.var.sqrt()
