import torch

from units import active


class Potential:
    def __init__(self, amp):
        self.amp = amp

    def strength(self):
        return self.amp * active().gravity

    def accel(self, pos):
        raise NotImplementedError

    def __add__(self, other):
        return Composite([self, other])


class Plummer(Potential):
    def __init__(self, amp, scale):
        super().__init__(amp)
        self.scale = scale

    def accel(self, pos):
        r2 = (pos * pos).sum(-1, keepdim=True) + self.scale ** 2
        return -self.strength() * pos / (r2 * r2.sqrt())


class Logarithmic(Potential):
    def __init__(self, v0, core):
        super().__init__(v0 ** 2)
        self.core = core

    def accel(self, pos):
        r2 = (pos * pos).sum(-1, keepdim=True)
        return -self.amp * pos / (r2 + self.core ** 2)


class Composite(Potential):
    def __init__(self, parts):
        super().__init__(1.0)
        self.parts = parts

    def accel(self, pos):
        return torch.stack([part.accel(pos) for part in self.parts]).sum(0)
