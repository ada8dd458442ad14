import torch

from tools import CALL, END, VOCAB, WORDS


class RepetitionPenalty:
    def __init__(self, strength):
        self.strength = strength

    def __call__(self, scores, seen):
        return scores - self.strength * seen


class CallGrammar:
    """Restricts a decoded turn to words, the call marker and the tools on offer."""

    def __init__(self, offered):
        allowed = set(range(WORDS)) | {CALL, END} | {t.token for t in offered}
        self.blocked = [i for i in range(VOCAB) if i not in allowed]

    def __call__(self, scores, seen):
        scores = scores.clone()
        scores[:, self.blocked] = float("-inf")
        return scores


def processors_for(offered, strength):
    return [RepetitionPenalty(strength), CallGrammar(offered)]
