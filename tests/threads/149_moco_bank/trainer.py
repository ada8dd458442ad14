import torch
import torch.nn.functional as F


class Meter:
    def __init__(self):
        self.values = []

    def add(self, value):
        self.values.append(value.item())

    def mean(self, last):
        part = self.values[-last:]
        return sum(float(v) for v in part) / len(part)


class Trainer:
    def __init__(self, cfg, model):
        self.cfg = cfg
        self.model = model
        self.opt = torch.optim.SGD(model.query.parameters(), lr=cfg.lr, momentum=0.9)
        self.accuracy = Meter()
        self.forward = self.loss
        if cfg.compile:
            self.forward = torch.compile(self.loss, backend=cfg.backend)

    def loss(self, a, b):
        logits = self.model(a, b)
        target = torch.zeros(logits.shape[0], dtype=torch.long)
        self.accuracy.add((logits.detach().argmax(1) == 0).float().mean())
        return F.cross_entropy(logits, target)

    def fit(self, views):
        history = []
        for _ in range(self.cfg.steps):
            a, b = next(views)
            loss = self.forward(a, b)
            self.opt.zero_grad(set_to_none=True)
            loss.backward()
            self.opt.step()
            self.model.follow()
            history.append(loss.item())
        return history
