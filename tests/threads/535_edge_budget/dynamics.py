import torch

from neighbors import mean_degree, neighbor_list


class Verlet:
    def __init__(self, energy, cutoff=2.0, dt=0.05):
        self.energy = energy
        self.cutoff = cutoff
        self.dt = dt
        self.degrees = []

    def force(self, pos):
        edges = neighbor_list(pos, self.cutoff)
        self.degrees.append(mean_degree(edges, pos.shape[0]))
        pos = pos.detach().requires_grad_()
        e = self.energy(pos, edges)
        (grad,) = torch.autograd.grad(e, pos)
        return e.detach(), -grad

    def run(self, pos, vel, steps):
        e, f = self.force(pos)
        trace = [e.item()]
        for _ in range(steps):
            vel = vel + 0.5 * self.dt * f
            pos = pos + self.dt * vel
            e, f = self.force(pos)
            vel = vel + 0.5 * self.dt * f
            trace.append(e.item())
        return pos, vel, trace
