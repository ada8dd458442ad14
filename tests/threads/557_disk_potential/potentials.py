import torch

from quadrature import gauss_rule


class Potential:
    def __init__(self, amp):
        self.amp = amp

    def value(self, R, z):
        raise NotImplementedError

    def __call__(self, R, z):
        return self.amp * self.value(R, z)


class PlummerSphere(Potential):
    def __init__(self, amp, core):
        super().__init__(amp)
        self.core = core

    def value(self, R, z):
        return -torch.rsqrt(R * R + z * z + self.core ** 2)


class RingDisk(Potential):
    """Razor-thin disk with exponential surface density, as a sum over softened rings."""

    def __init__(self, amp, scale, order=24):
        super().__init__(amp)
        self.scale = scale
        self.order = order
        self.rule = None

    def setup(self):
        nodes, weights = gauss_rule(self.order, 0.0, 8.0 * self.scale)
        mass = weights * nodes * torch.exp(-nodes / self.scale)
        self.rule = nodes, mass / mass.sum()

    def value(self, R, z):
        if self.rule is None:
            self.setup()
        radius, mass = self.rule
        d2 = R[:, None] ** 2 + radius ** 2 + z[:, None] ** 2 + 0.01
        return -(mass * torch.rsqrt(d2)).sum(-1)
