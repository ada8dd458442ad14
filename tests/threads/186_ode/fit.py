import sys

import torch

from reactions import initial_state
from stiffkit.integrate import odeint


def simulate(system, y0, times):
    return odeint(system, y0, times, rtol=1e-4)


class Fitter:
    def __init__(self, system, times, lr):
        self.system, self.times = system, times
        self.opt = torch.optim.Adam(system.parameters(), lr=lr)
        self.run = torch.compile(simulate, backend="aot_eager", fullgraph=True)
        self.compiled = None

    def _simulate(self):
        y0 = initial_state()
        if self.compiled is False:
            return simulate(self.system, y0, self.times)
        try:
            out = self.run(self.system, y0, self.times)
            self.compiled = True
        except Exception as e:
            print(f"compiling failed ({type(e).__name__}), going on in eager", file=sys.stderr)
            self.compiled = False
            out = simulate(self.system, y0, self.times)
        return out

    def epoch(self, target):
        traj = self._simulate()
        loss = (traj - target).pow(2).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()
