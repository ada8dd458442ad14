import torch

from forecaster import train_loss, valid_scores


class Validator:
    def __init__(self, model, windows, backend):
        self.model = model
        self.batches = list(windows)
        self.scores = torch.compile(valid_scores, backend=backend)

    @torch.no_grad()
    def run(self):
        self.model.eval()
        rows = [self.scores(self.model, batch) for batch in self.batches]
        return torch.stack(rows).mean(dim=0)


class Fitter:
    def __init__(self, model, train, valid, lr=5e-3, backend="aot_eager"):
        self.model = model
        self.train = train
        self.validator = Validator(model, valid, backend)
        self.optimizer = torch.optim.Adam(model.parameters(), lr=lr)
        self.loss = torch.compile(train_loss, backend=backend)

    def epoch(self):
        self.model.train()
        total = 0.0
        for batch in self.train:
            loss = self.loss(self.model, batch)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            total += loss.item()
        return total / len(self.train)
