import torch


class Temperature:
    def __init__(self, value):
        self.value = value

    def __call__(self, tokens, cursor, scores):
        return scores / self.value


class MinNewTokens:
    def __init__(self, eos, until):
        self.eos = eos
        self.until = until

    def __call__(self, tokens, cursor, scores):
        blocked = torch.zeros_like(scores, dtype=torch.bool)
        blocked[:, self.eos] = cursor < self.until
        return scores.masked_fill(blocked, float("-inf"))


def collect_ngrams(row, size):
    table = {}
    for i in range(len(row) - size + 1):
        if -1 in row[i:i + size]:
            break
        table.setdefault(tuple(row[i:i + size - 1]), []).append(row[i + size - 1])
    return table


class NoRepeatNGram:
    def __init__(self, size):
        self.size = size

    def banned(self, history):
        result = []
        for row in history.tolist():
            filled = [t for t in row if t != -1]
            table = collect_ngrams(row, self.size)
            result.append(table.get(tuple(filled[len(filled) - self.size + 1:]), []))
        return result

    def __call__(self, tokens, cursor, scores):
        scores = scores.clone()
        for i, words in enumerate(self.banned(tokens)):
            for word in words:
                scores[i, word] = float("-inf")
        return scores
