import copy

import torch

from schedule import WarmupDecay


def blend(shadow, live, weight):
    for s, p in zip(shadow, live):
        s.lerp_(p, weight)


class ShadowModel:
    def __init__(self, model, decay=None):
        self.module = copy.deepcopy(model).eval().requires_grad_(False)
        self.decay = decay or WarmupDecay()
        self.steps = 0
        self._blend = torch.compile(blend, backend="aot_eager")

    @torch.no_grad()
    def update(self, model):
        decay = self.decay.at(self.steps)
        self._blend(list(self.module.parameters()), [p.detach() for p in model.parameters()], 1.0 - decay)
        for s, b in zip(self.module.buffers(), model.buffers()):
            s.copy_(b)
        self.steps += 1

    @torch.no_grad()
    def distance(self, model):
        pairs = zip(self.module.parameters(), model.parameters())
        return sum((s - p).norm().item() for s, p in pairs)
