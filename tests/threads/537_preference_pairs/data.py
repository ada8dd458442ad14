import random

import torch


def make_pairs(count, vocab, seed):
    rng = random.Random(seed)
    pairs = []
    for index in range(count):
        prompt = [rng.randrange(4, vocab) for _ in range(5 + index % 3)]
        chosen = [rng.randrange(4, vocab) for _ in range(3 + index)]
        rejected = [rng.randrange(4, vocab) for _ in range(4 + index // 2)]
        pairs.append((prompt, chosen, rejected))
    return pairs


class PairCollator:
    pad_id = 0

    def __call__(self, pairs):
        rows = [(p, c) for p, c, _ in pairs] + [(p, r) for p, _, r in pairs]
        longest = max(len(a) + len(b) for a, b in rows)
        tokens = torch.full((len(rows), longest), self.pad_id)
        answer = torch.zeros(len(rows), longest)
        for i, (a, b) in enumerate(rows):
            tokens[i, : len(a) + len(b)] = torch.tensor(a + b)
            answer[i, len(a) : len(a) + len(b)] = 1.0
        return tokens, answer
