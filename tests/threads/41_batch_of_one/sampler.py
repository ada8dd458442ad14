import torch

from ranking import ranks_of


class Sampler:
    """Looks at the requests that are alive only."""

    def __init__(self):
        self.ranks_of = torch.compile(ranks_of, backend="eager", dynamic=True)

    def gather(self, logits, tokens, alive):
        return logits[alive], tokens[alive]

    def ranks(self, logits, tokens, alive):
        logits, tokens = self.gather(logits, tokens, alive)
        return self.ranks_of(logits, tokens)
