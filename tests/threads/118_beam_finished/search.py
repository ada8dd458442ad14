import torch

from scoring import expand, length_norm, pick
from taboo import TabooList


class BeamSearch:
    def __init__(self, model, beams, eos, max_len):
        self.model, self.beams, self.eos, self.max_len = model, beams, eos, max_len

    def run(self, memory):
        hidden = memory.repeat(self.beams, 1)
        tokens = torch.full((self.beams,), self.eos)
        totals = torch.tensor([0.0] + [-1e4] * (self.beams - 1))
        texts = [[] for _ in range(self.beams)]
        closed = []
        taboo = TabooList(self.model.out.out_features)
        for n in range(1, self.max_len + 1):
            logp, hidden = self.model.advance(tokens, hidden)
            cand = expand(logp, totals, taboo.penalties())
            totals, parent, tokens = pick(cand, self.beams)
            hidden = hidden[parent]
            texts = [texts[p] + [t] for p, t in zip(parent.tolist(), tokens.tolist())]
            # the worst beam is closed at every other step; its last token becomes unpopular
            if n % 2 == 0:
                closed.append((totals[-1].item() / length_norm(n), texts[-1]))
                taboo.close(texts[-1][-1])
        closed.append((totals[0].item() / length_norm(self.max_len), texts[0]))
        score, text = max(closed)
        return text, score
