class CapacityWarmup:
    """Let one expert take more and more of a token."""

    def __init__(self, gate, start, stop, steps):
        self.gate, self.start, self.stop, self.steps = gate, start, stop, steps
        self.t = 0
        gate.cap = start

    def step(self):
        self.t = min(self.t + 1, self.steps)
        self.gate.cap = self.start + (self.stop - self.start) * self.t / self.steps
