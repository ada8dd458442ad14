import torch


class BeamState:
    """What is known about the living hypotheses."""

    def __init__(self, first, hidden, n_beams):
        self.hidden = hidden.expand(n_beams, -1).contiguous()
        self.scores = torch.full((n_beams,), -1e9)
        self.scores[0] = 0.0
        self.tokens = [t.expand(n_beams) for t in first]

    @property
    def last(self):
        return self.tokens[-1]

    def advance(self, parent, token, scores, hidden):
        self.tokens = [t[parent] for t in self.tokens] + [token]
        self.scores = scores
        self.hidden = hidden[parent]
