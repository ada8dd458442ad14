import torch


class Galaxy:
    def __init__(self, parts):
        self.parts = parts

    def potential(self, R, z):
        total = torch.zeros_like(R)
        for part in self.parts:
            total = total + part(R, z)
        return total


def make_field(galaxy, backend="aot_eager"):
    return torch.compile(galaxy.potential, backend=backend, fullgraph=True)


def kick_drift(field, pos, vel, lz, dt):
    pos = pos.detach().requires_grad_(True)
    R, z = pos[:, 0], pos[:, 1]
    energy = field(R, z) + 0.5 * lz ** 2 / R ** 2
    (grad,) = torch.autograd.grad(energy.sum(), pos)
    vel = vel - dt * grad
    return pos.detach() + dt * vel, vel, energy.detach()
