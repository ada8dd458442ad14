import torch


class VelocityVerlet:
    def __init__(self, forces, dt=0.02, friction=0.05):
        self.forces = forces
        self.dt = dt
        self.friction = friction

    def run(self, positions, velocities, steps):
        energy, force = self.forces(positions)
        trace = []
        for _ in range(steps):
            velocities = (1 - self.friction * self.dt) * velocities + 0.5 * self.dt * force
            positions = (positions + self.dt * velocities).detach()
            energy, force = self.forces(positions)
            velocities = velocities + 0.5 * self.dt * force
            trace.append(float(energy.mean() + kinetic(velocities)))
        return positions, velocities, trace


def kinetic(velocities):
    return 0.5 * velocities.pow(2).sum((-1, -2)).mean()
