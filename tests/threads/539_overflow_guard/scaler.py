import torch


class LossScaler:
    def __init__(self, init=2.0**14, growth=2.0, backoff=0.5, interval=4):
        self.scale = torch.tensor(init)
        self.growth = growth
        self.backoff = backoff
        self.interval = interval
        self.good_steps = 0
        self.skipped = 0

    def scale_loss(self, loss):
        return loss * self.scale

    def unscale(self, grads, scale):
        inverse = 1.0 / scale
        return [g.float() * inverse for g in grads]

    def found_inf(self, grads):
        flags = [torch.isfinite(g).all() for g in grads]
        return not all(flags)

    def update(self, overflow):
        if overflow:
            self.scale.mul_(self.backoff)
            self.good_steps = 0
            self.skipped += 1
            return
        self.good_steps += 1
        if self.good_steps % self.interval == 0:
            self.scale.mul_(self.growth)
