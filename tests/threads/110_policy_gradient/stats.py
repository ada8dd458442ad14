class Running:
    """Exponential mean; outliers are clipped."""

    def __init__(self, rate=0.2):
        self.rate = rate
        self.mean = 0.0

    def add(self, value):
        if value > 10 or value < -10:
            value = max(-10, min(10, value))
        self.mean += self.rate * (value - self.mean)
