class Clock:
    def __init__(self, rate, floor):
        self.rate, self.floor = rate, floor
        self.ticks = 0

    def advance(self):
        self.ticks += 1

    def temperature(self):
        return max(self.floor, self.rate ** self.ticks)

    def done(self):
        return self.temperature() <= self.floor
