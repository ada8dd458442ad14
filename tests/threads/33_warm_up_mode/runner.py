import torch

from buckets import fit, padded


class Runner:
    def __init__(self, model, buckets):
        self.model = torch.compile(model, backend="eager", dynamic=False)
        self.buckets = buckets

    def execute(self, tokens):
        size = fit(len(tokens), self.buckets)
        return self.model(*padded(tokens, size))

    @torch.inference_mode()
    def warm_up(self):
        for size in self.buckets:
            self.execute([1] * size)

    @torch.no_grad()
    def serve(self, tokens):
        return self.execute(tokens)
