import torch


class TabooList:
    """Tokens at which a hypothesis was closed cost something from then on."""

    def __init__(self, vocab, cost=0.25):
        self.vocab = vocab
        self.cost = cost
        self._rows = []

    def close(self, token):
        row = torch.zeros(self.vocab)
        row[token] = self.cost
        self._rows.append(row)

    def penalties(self):
        return self._rows
