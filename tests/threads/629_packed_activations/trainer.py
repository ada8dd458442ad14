import torch
from torch import nn


class Trainer:
    def __init__(self, model, store, lr=0.05, backend="aot_eager"):
        self.store = store
        self.model = model
        self.forward = torch.compile(model, backend=backend)
        self.optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9)
        self.criterion = nn.CrossEntropyLoss()

    def step(self, x, y):
        self.optimizer.zero_grad(set_to_none=True)
        loss = self.criterion(self.forward(x), y)
        loss.backward()
        norm = nn.utils.clip_grad_norm_(self.model.parameters(), 2.0)
        self.optimizer.step()
        return loss.item(), norm.item()

    def fit(self, batches):
        return [self.step(x, y) for x, y in batches]
