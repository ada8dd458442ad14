class Bounded:
    def __init__(self, low, high):
        self.low, self.high = low, high

    def is_in(self, value):
        inside = (value >= self.low).all() and (value <= self.high).all()
        return bool(inside)

    def project(self, value):
        return value.clamp(self.low, self.high)
