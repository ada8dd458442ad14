import torch


class StochasticDepth:
    """Decides for each residual branch whether it is left out in this step."""

    def __init__(self, rate):
        self.rate = rate

    def skip(self):
        return torch.rand([]) < self.rate

    def describe(self):
        return f"skip {self.rate:.2f}"
