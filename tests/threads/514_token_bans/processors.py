import torch


class RepetitionPenalty:
    def __init__(self, penalty):
        self.penalty = penalty

    def __call__(self, counts, scores):
        return scores - self.penalty * counts.clamp(max=3).to(scores.dtype)


class SuppressTokens:
    def __init__(self, token_ids, vocab):
        self.token_ids = sorted(t for t in token_ids if t < vocab)

    def __call__(self, counts, scores):
        scores = scores.clone()
        scores[:, self.token_ids] = float("-inf")
        return scores


class ProcessorList(list):
    def __call__(self, counts, scores):
        for processor in self:
            scores = processor(counts, scores)
        return scores


def build_processors(request, vocab):
    return ProcessorList([
        RepetitionPenalty(0.75),
        SuppressTokens(request.banned, vocab),
    ])
