from dataclasses import dataclass, field

import torch

from derivatives import directional, jacobian_columns, stiffness


@dataclass
class SolverConfig:
    dt: float = 0.25
    steps: int = 6
    newton_iters: int = 3
    tol: float = 1e-5
    implicit: bool = True


@dataclass
class Trace:
    iterations: list = field(default_factory=list)
    residuals: list = field(default_factory=list)
    stiffness: list = field(default_factory=list)


class Integrator:
    def __init__(self, model, config):
        self.config = config
        self.rhs = torch.compile(model, backend="aot_eager", fullgraph=True)
        self.trace = Trace()

    def explicit_step(self, y):
        k1 = self.rhs(y)
        k2 = self.rhs(y + 0.5 * self.config.dt * k1)
        return y + self.config.dt * k2

    def implicit_step(self, y0):
        dt = self.config.dt
        y, eye = y0.clone(), torch.eye(y0.numel())
        for iteration in range(self.config.newton_iters):
            f, jac = jacobian_columns(self.rhs, y)
            residual = y - y0 - dt * f
            y = y - torch.linalg.solve(eye - dt * jac, residual)
            if residual.norm() < self.config.tol:
                break
        self.trace.iterations.append(iteration + 1)
        self.trace.residuals.append(residual.norm().item())
        self.trace.stiffness.append(stiffness(jac).item())
        return y

    def run(self, y):
        step = self.implicit_step if self.config.implicit else self.explicit_step
        states = [y]
        for _ in range(self.config.steps):
            states.append(step(states[-1]))
        return torch.stack(states)

    def sensitivity(self, y, v):
        return directional(self.rhs, y, v)
