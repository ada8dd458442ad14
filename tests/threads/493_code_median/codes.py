import torch


class AdcReader:
    def __init__(self, bits=10, span=5.0):
        self.levels = 2**bits
        self.span = span

    def sample(self, gen, count, channels):
        volts = torch.randn(count, channels, generator=gen) + self.span / 2
        volts = volts.clamp(0, self.span)
        return (volts / self.span * (self.levels - 1)).round().long()

    def valid(self, gen, count, channels, dropout=0.2):
        alive = torch.rand(count, channels, generator=gen) > dropout
        alive[0] = True
        return alive
