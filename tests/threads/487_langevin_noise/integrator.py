"""BAOAB splitting."""
import torch
from torch import nn


class BAOAB(nn.Module):
    def __init__(self, potential, thermostat, dt=0.02):
        super().__init__()
        self.potential = potential
        self.thermostat = thermostat
        self.dt = dt

    def forward(self, pos, vel):
        half = 0.5 * self.dt
        vel = vel + half * self.potential.forces(pos)
        pos = pos + half * vel
        vel = self.thermostat(vel)
        pos = pos + half * vel
        vel = vel + half * self.potential.forces(pos)
        return pos, vel


def kinetic_temperature(vel):
    return vel.square().mean()
