import torch


class EnergyLog:
    def __init__(self, sim, every=2):
        self.sim = sim
        self.every = every
        self.history = []

    def on_step(self, step, pos, vel):
        if step % self.every == 0:
            self.history.append(self.measure(pos.detach(), vel.detach()))

    def measure(self, pos, vel):
        torch.set_default_dtype(torch.float64)
        masses = torch.ones(pos.shape[0])
        kinetic = 0.5 * (masses * vel.double().pow(2).sum(-1)).sum()
        a, b = self.sim.edges.unbind(1)
        stretch = (pos[b] - pos[a]).double().norm(dim=-1) - self.sim.rest.double()
        potential = 0.5 * self.sim.scene.stiffness * stretch.pow(2).sum()
        return (kinetic + potential).item()


class BestTracker:
    def __init__(self):
        self.best, self.step = float("inf"), -1

    def update(self, step, loss):
        if loss < self.best:
            self.best, self.step = loss, step
