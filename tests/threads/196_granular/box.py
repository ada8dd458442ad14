"""The box: state, the compiled inner step and the reaction to events."""
import torch

from events import Agenda, Kind, Wall
from forces import drag, pair_force


class Box:
    RADIUS, STIFF, DRAG, DT = 0.04, 300.0, 0.05, 0.004

    def __init__(self, n, backend="eager"):
        self.pos = torch.rand(n, 2) * 0.8 + 0.1
        self.vel = torch.randn(n, 2) * 0.5
        self.gravity = torch.tensor([0.0, -1.0])
        self.walls = [Wall(0, 0.0, 1), Wall(0, 1.0, -1), Wall(1, 0.0, 1), Wall(1, 1.0, -1)]
        self.agenda = Agenda()
        self.now = 0.0
        self.energies = []
        self.advance = torch.compile(self._advance, backend=backend)

    def _advance(self, pos, vel, gravity):
        acc = gravity + pair_force(pos, self.RADIUS, self.STIFF) + drag(vel, self.DRAG)
        vel = vel + self.DT * acc
        pos = pos + self.DT * vel
        for wall in self.walls:
            pos, vel = self.bounce(wall, pos, vel)
        return pos, vel

    def bounce(self, wall, pos, vel):
        depth = wall.sign * (pos[:, wall.axis] - wall.at)
        speed = wall.sign * vel[:, wall.axis]
        hit = (depth < 0) & (speed < 0)
        factor = torch.ones_like(vel)
        factor[:, wall.axis] = torch.where(hit, -wall.restitution, 1.0)
        return pos, vel * factor

    def react(self, event):
        if event.kind is Kind.TILT:
            a = torch.tensor(0.3 * event.strength)
            rot = torch.stack([torch.stack([a.cos(), -a.sin()]), torch.stack([a.sin(), a.cos()])])
            self.gravity = rot @ self.gravity
        elif event.kind is Kind.SHAKE:
            self.vel = self.vel + 0.2 * event.strength * torch.randn_like(self.vel)
            Wall.knock()
        else:
            self.energies.append(0.5 * self.vel.square().sum().item())

    def run(self, until):
        while self.now < until - 1e-9:
            self.pos, self.vel = self.advance(self.pos, self.vel, self.gravity)
            self.now = round(self.now + self.DT, 6)
            for event in self.agenda.due(self.now):
                self.react(event)
