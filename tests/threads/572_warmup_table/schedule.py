class WarmupDecay:
    def __init__(self, peak, warmup, total):
        self.peak = peak
        self.warmup = warmup
        self.total = total
        self.step_index = 0

    def current(self):
        if self.step_index < self.warmup:
            factor = (self.step_index + 1) / self.warmup
        else:
            factor = (self.total - self.step_index) / (self.total - self.warmup)
        return self.peak * factor

    def advance(self):
        self.step_index += 1
