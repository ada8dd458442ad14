import torch


class Potential:
    def energy_and_force(self, x: torch.Tensor):
        x.requires_grad_(True)
        with torch.enable_grad():
            e = self.energy(x)
            (grad,) = torch.autograd.grad(e.sum(), x)
        return e.detach(), -grad


class Morse(Potential):
    depth, alpha, r0 = 1.0, 1.5, 1.2

    def energy(self, x: torch.Tensor) -> torch.Tensor:
        i, j = torch.triu_indices(x.shape[1], x.shape[1], offset=1)
        stretch = (x[:, i] - x[:, j]).norm(dim=-1) - self.r0
        return (self.depth * (1 - torch.exp(-self.alpha * stretch)) ** 2).sum(-1)


class Trap(Potential):
    stiffness = 0.4
    def energy(self, x: torch.Tensor) -> torch.Tensor:
        return 0.5 * self.stiffness * x.square().sum((1, 2))


class Sum(Potential):
    def __init__(self, *parts: Potential):
        self.parts = parts

    def energy(self, x: torch.Tensor) -> torch.Tensor:
        return sum(p.energy(x) for p in self.parts)
