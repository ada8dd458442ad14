import contextlib

import torch


class EMA:
    def __init__(self, model, decay=0.9):
        self.model, self.decay = model, decay
        self.shadow = [p.detach().clone() for p in model.parameters()]
        self.updates = 0

    @torch.no_grad()
    def update(self):
        self.updates += 1
        decay = min(self.decay, (1 + self.updates) / (4 + self.updates))
        torch._foreach_lerp_(self.shadow, list(self.model.parameters()), 1 - decay)

    @contextlib.contextmanager
    def applied(self):
        params = list(self.model.parameters())
        backup = [p.detach().clone() for p in params]
        self.copy(params, self.shadow)
        try:
            yield self.model
        finally:
            self.copy(params, backup)

    @torch.no_grad()
    def copy(self, params, values):
        torch._foreach_copy_(params, values)
