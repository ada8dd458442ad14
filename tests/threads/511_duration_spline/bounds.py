from dataclasses import dataclass


@dataclass(frozen=True)
class Interval:
    low: float
    high: float

    @property
    def width(self):
        return self.high - self.low

    def holds(self, x):
        return ((x >= self.low) & (x <= self.high)).all()

    def scale(self, unit):
        return self.low + self.width * unit
