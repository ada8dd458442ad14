import torch

import world
from forces import outside, springs


def pin(vel):
    vel = vel.clone()
    vel[0] = 0.0
    return vel


def step(pos, vel, rest):
    dt = world.DT / world.substeps
    for _ in range(world.substeps):
        force = springs(pos, rest) + outside(pos)
        vel = pin((1 - world.DAMPING) * vel + dt * force)
        pos = pos + dt * vel
    return pos, vel
