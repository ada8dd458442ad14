import torch
from torch import nn
from torch.nn import functional as F

from huffman import balanced_codes, huffman_codes


class TreeSoftmax(nn.Module):
    def __init__(self, dim, counts, kind="huffman"):
        super().__init__()
        self.counts, self.kind = list(counts), kind
        self.weight = nn.Parameter(torch.randn(2 * len(self.counts), dim) * 0.1)
        self._codes = None

    def codes(self):
        if self._codes is None:
            builders = {"huffman": huffman_codes, "balanced": lambda c: balanced_codes(len(c))}
            self._codes = builders[self.kind](self.counts)
        return self._codes

    def forward(self, query, item):
        codes = self.codes()
        logits = (self.weight[codes.nodes[item]] * query.unsqueeze(1)).sum(-1)
        return -(F.logsigmoid(logits * codes.signs[item]) * codes.mask[item]).sum(-1)


class Recall(nn.Module):
    def __init__(self, counts, dim=16):
        super().__init__()
        self.item = nn.Embedding(len(counts), dim)
        self.mix = nn.Linear(dim, dim)
        self.loss = TreeSoftmax(dim, counts)

    def forward(self, history, target):
        query = torch.tanh(self.mix(self.item(history).mean(dim=1)))
        return self.loss(query, target).mean()
