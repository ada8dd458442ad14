import torch
from torch import nn

from console import hushed


class Judge(nn.Module):
    """One member of the panel; gives a score to every candidate."""

    verbose = False

    def __init__(self, weight):
        super().__init__()
        self.weight = weight

    def rate(self, candidates):
        raise NotImplementedError

    def note(self, text):
        if self.verbose:
            print(text)

    def forward(self, candidates):
        with hushed():
            rated = self.rate(candidates)
        return self.weight * torch.log_softmax(rated, dim=-1)
