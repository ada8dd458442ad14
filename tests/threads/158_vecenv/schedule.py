class LinearSchedule:
    """Exploration rate which falls from start to end in n ticks."""

    def __init__(self, start, end, n):
        self.start, self.end, self.n = start, end, n
        self.i = 0

    def tick(self):
        self.i += 1

    @property
    def value(self):
        frac = min(self.i / self.n, 1.0)
        return round(self.start + (self.end - self.start) * frac, 4)
