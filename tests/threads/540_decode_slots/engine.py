import torch

from slots import Batch


class Runner:
    def __init__(self, model):
        self.window = model.window
        self.step_fn = torch.compile(model, backend="inductor", dynamic=False)
        self.steps = 0

    @torch.no_grad()
    def next_tokens(self, contexts):
        logits = self.step_fn(torch.tensor(contexts))
        self.steps += 1
        return logits.argmax(-1).tolist()


class Engine:
    def __init__(self, model):
        self.runner = Runner(model)

    def generate(self, requests):
        batch = Batch(requests, self.runner.window)
        while batch.running():
            batch.accept(self.runner.next_tokens(batch.contexts()))
        return batch.requests
