class PercentileObserver:
    """Range of the activations: a high percentile of a thinned sample, forgotten slowly."""

    def __init__(self, part=0.98, keep=0.9, stride=3):
        self.part = part
        self.keep = keep
        self.stride = stride
        self.high = 0.05

    def percentile(self, values):
        return values[int(self.part * (len(values) - 1))]

    def see(self, x):
        sample = x.detach().abs().flatten()[:: self.stride].tolist()
        top = self.percentile(sorted(sample))
        self.high = max(self.high * self.keep, top)

    def scale(self, levels):
        return self.high / levels


class AbsMax:
    """For weights: plain maximum per output row."""

    def see(self, w):
        self.high = w.detach().abs().amax(1, keepdim=True)

    def scale(self, levels):
        return self.high / levels
