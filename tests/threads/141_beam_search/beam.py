from dataclasses import dataclass, field

import torch

from scoring import normalise, rank


@dataclass
class Beams:
    """All hypotheses at once: one [width] tensor of tokens for every position."""

    trail: tuple
    score: torch.Tensor
    parents: list = field(default_factory=list)

    def extend(self, parent, token, score):
        kept = tuple(t[parent] for t in self.trail)
        return Beams(kept + (token,), score, self.parents + [parent])

    @property
    def context(self):
        return self.trail

    def tokens(self, row):
        return [int(t[row]) for t in self.trail]


class BeamSearch:
    def __init__(self, lm, width, penalty, max_len):
        self.lm, self.width, self.penalty, self.max_len = lm, width, penalty, max_len
        self.expanded = 0

    @torch.no_grad()
    def run(self, prompt):
        start = tuple(torch.full((self.width,), t) for t in prompt)
        beams = Beams(start, -0.5 * torch.arange(self.width))
        while len(beams.trail) < self.max_len:
            beams = self.advance(beams)
        score = normalise(beams.score, len(beams.trail))
        row = int(score.argmax())
        return beams.tokens(row), score[row]

    def advance(self, beams):
        pairs = torch.stack(beams.trail[-2:], dim=1)
        scores = rank(self.lm(pairs), beams.score, beams.context, self.penalty)
        self.expanded += scores.numel()
        top = scores.flatten().topk(self.width)
        parent = top.indices // self.lm.vocab
        return beams.extend(parent, top.indices % self.lm.vocab, top.values)
