from typing import NamedTuple

import torch


class Beams(NamedTuple):
    tokens: torch.Tensor     # [beam, max_len]
    last: torch.Tensor       # [beam]
    score: torch.Tensor      # [beam]
    hidden: torch.Tensor     # [beam, dim]

    @classmethod
    def start(cls, context, beam, max_len):
        score = torch.full((beam,), -1e4)
        score[0] = 0.0
        return cls(
            tokens=torch.zeros(beam, max_len, dtype=torch.long),
            last=torch.zeros(beam, dtype=torch.long),
            score=score,
            hidden=context.repeat(beam, 1),
        )


def expand(beams, logp, hidden, pos):
    """The best `beam` continuations of all hypotheses."""
    beam, size = logp.shape
    total = beams.score.unsqueeze(1) + logp
    score, flat = total.flatten().topk(beam)
    source, token = flat // size, flat % size
    tokens = beams.tokens[source]
    at = torch.arange(tokens.shape[1]) == pos
    tokens = torch.where(at, token.unsqueeze(1), tokens)
    return Beams(tokens, token, score, hidden[source])
