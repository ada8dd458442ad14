import torch

from krylov import Tolerance, conjugate_gradient
from operators import divergence, gradient, laplacian


class Fluid:
    def __init__(self, size, dt=0.05, viscosity=0.02, budget=24):
        self.h = 1.0 / size
        self.dt = dt
        self.viscosity = viscosity * self.h
        self.budget = budget
        self.tol = Tolerance(relative=1e-2)

    def poisson(self, p):
        return p - laplacian(p, self.h) * self.h

    def step(self, u, v, p):
        u = u + self.dt * self.viscosity * laplacian(u, self.h)
        v = v + self.dt * self.viscosity * laplacian(v, self.h)
        rhs = -divergence(u, v, self.h)
        p = conjugate_gradient(self.poisson, rhs, p, self.tol, self.budget)
        px, py = gradient(p, self.h)
        return u - self.h * px, v - self.h * py, p


def shear_layer(size, generator):
    y = torch.linspace(0, 1, size, dtype=torch.float64).unsqueeze(1).expand(size, size)
    u = torch.tanh((0.25 - (y - 0.5).abs()) * 20.0)
    v = 0.05 * torch.randn(size, size, generator=generator, dtype=torch.float64)
    return u, v
