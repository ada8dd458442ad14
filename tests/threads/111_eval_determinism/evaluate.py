import torch

from repro import reproducible


class Evaluator:
    """Scores a random half of the held-out batches, always the same one."""

    def __init__(self, loss, data):
        self.loss = loss
        self.data = data
        self.runs = 0

    def run(self):
        self.runs += 1
        total = 0.0
        with reproducible(seed=17):
            for ids, tags in self.data:
                keep = torch.randperm(ids.shape[0])
                total += self.loss(ids[keep], tags[keep]).item()
        return total / len(self.data)
