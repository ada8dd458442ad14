import torch
import torch.nn.functional as F


class Trainer:
    def __init__(self, model, lr, compile=True):
        self.model = model
        self.opt = torch.optim.SGD(model.parameters(), lr=lr)
        self.loss = self._loss
        if compile:
            self.loss = torch.compile(self._loss, backend="aot_eager")

    def _loss(self, ids, tags):
        logits = self.model(ids)
        return F.cross_entropy(logits.flatten(0, 1), tags.flatten())

    def epoch(self, batches):
        total = 0.0
        for ids, tags in batches:
            loss = self.loss(ids, tags)
            loss.backward()
            self.opt.step()
            self.opt.zero_grad(set_to_none=True)
            total += loss.item()
        return total / len(batches)
