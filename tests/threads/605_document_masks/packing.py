import torch

from masks import both, causal, within


class Packer:
    def __init__(self, documents, length):
        self.documents, self.length = documents, length

    def rows(self):
        row, starts = [], []
        for doc in self.documents:
            if len(row) + len(doc) > self.length:
                yield self.finish(row, starts)
                row, starts = [], []
            starts.append(len(row))
            row = row + doc
        if row:
            yield self.finish(row, starts)

    def finish(self, row, starts):
        padding = self.length - len(row)
        tokens = torch.tensor(row + [0] * padding)
        return tokens[None], both(causal, within(starts)), padding


def fill_rate(paddings, length):
    return 1.0 - sum(paddings) / (length * len(paddings))
