import torch

from solver import Pendulum, StepControl, integrate


class Trainer:
    def __init__(self, cfg):
        self.field = Pendulum(0.1)
        self.control = StepControl(cfg["h"], cfg["h_max"], cfg["grow"], cfg["span"])
        self.opt = torch.optim.SGD(self.field.parameters(), lr=float(cfg["lr"]))
        self.y0 = torch.randn(16, 2, dtype=torch.float64)
        self.goal = integrate(Pendulum(0.6), self.y0, self.control).detach()
        self.solve = torch.compile(integrate, backend="eager", fullgraph=True)

    def run(self):
        try:
            return self.solve(self.field, self.y0, self.control)
        except torch._dynamo.exc.TorchDynamoException as e:
            print("compile failed (%s), solving in eager mode" % type(e).__name__)
            self.solve = integrate
            return self.run()

    def iterate(self):
        loss = (self.run() - self.goal).pow(2).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()
