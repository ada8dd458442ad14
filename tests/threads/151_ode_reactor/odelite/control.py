class StepControl:
    """Chooses the next step width from the error of the last one."""

    def __init__(self, tol=1e-3, safety=0.9, low=0.5, high=1.8):
        self.tol = tol
        self.safety = safety
        self.low = low
        self.high = high

    def norm(self, err):
        return err.pow(2).mean().sqrt()

    def factor(self, err):
        ratio = float(self.norm(err)) / self.tol
        grow = self.safety * max(ratio, 1e-6) ** -0.5
        return min(self.high, max(self.low, grow))

    def limit(self, dt, largest):
        return dt.clamp(max=largest)
