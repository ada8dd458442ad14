"""Gait clock: which legs carry load at which time."""
import math
from dataclasses import dataclass

LEGS = ("FL", "FR", "RL", "RR")


@dataclass
class GaitSpec:
    name: str
    period: float
    duty: float
    offsets: tuple


TROT = GaitSpec("trot", 0.5, 0.55, (0.0, 0.5, 0.5, 0.0))
WALK = GaitSpec("walk", 0.8, 0.70, (0.0, 0.5, 0.75, 0.25))


class GaitClock:
    def __init__(self, spec):
        self.spec = spec
        self.time = 0.0

    def advance(self, dt):
        self.time += dt

    def phase(self, leg):
        p = self.time / self.spec.period + self.spec.offsets[leg]
        return p - math.floor(p)

    def stance_legs(self):
        """Legs on the ground right now."""
        return [i for i in range(len(LEGS)) if self.phase(i) < self.spec.duty]

    def swing_height(self, leg):
        p = self.phase(leg)
        if p < self.spec.duty:
            return 0.0
        s = (p - self.spec.duty) / (1.0 - self.spec.duty)
        return 0.08 * math.sin(math.pi * s)
