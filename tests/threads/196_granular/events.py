"""Events of the granular box: what happens, when, and how often it did."""
import enum
import heapq
from dataclasses import dataclass, field


class Kind(enum.Enum):
    TILT = "tilt"
    SHAKE = "shake"
    MEASURE = "measure"


@dataclass(order=True)
class Event:
    when: float
    kind: Kind = field(compare=False)
    strength: float = field(compare=False, default=1.0)


class Agenda:
    def __init__(self):
        self.heap = []

    def every(self, period, until, kind, strength=1.0):
        n = int(round(until / period))
        for i in range(1, n + 1):
            heapq.heappush(self.heap, Event(round(i * period, 6), kind, strength))

    def due(self, now):
        while self.heap and self.heap[0].when <= now + 1e-9:
            yield heapq.heappop(self.heap)


class Wall:
    """One kind of wall for the whole box; `knocks` is shared by all of them."""
    knocks = 0
    wear = (0.90, 0.88, 0.85, 0.81, 0.78, 0.74, 0.71, 0.70)  # measured on the bench
    names = ("left", "right", "floor", "lid")

    def __init__(self, axis, at, sign):
        self.axis, self.at, self.sign = axis, at, sign

    @classmethod
    def knock(cls):
        cls.knocks += 1

    @property
    def restitution(self):
        return self.wear[min(self.knocks, len(self.wear) - 1)]
