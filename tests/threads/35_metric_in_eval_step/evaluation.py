import torch


class Evaluator:
    def __init__(self, model, metrics):
        self.model, self.metrics = model, metrics
        self.compiled = torch.compile(self.step, backend="eager")

    def step(self, x, y):
        preds = self.model(x).softmax(-1)
        self.metrics.update(preds, y)
        return preds

    @torch.no_grad()
    def run(self, batches):
        for x, y in batches:
            self.compiled(x, y)
        return self.metrics.compute()
