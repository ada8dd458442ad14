import torch

from calculus import divergence, squared_speed


class FlowSolver:
    def __init__(self, field, steps):
        self.field = field
        self.steps = steps
        self.advance = torch.compile(self.euler, fullgraph=True)

    def euler(self, x, logdet, cost, t, dt):
        v = self.field(x, t)
        div = divergence(lambda z: self.field(z, t), x)
        return x + dt * v, logdet - dt * div, cost + dt * squared_speed(v)

    def run(self, x):
        logdet = torch.zeros(x.shape[0])
        cost = torch.zeros(x.shape[0])
        dt = torch.tensor(1.0 / self.steps)
        for t in torch.linspace(0, 1, self.steps + 1)[:-1].unbind():
            x, logdet, cost = self.advance(x, logdet, cost, t.clone(), dt)
        return x, logdet, cost
