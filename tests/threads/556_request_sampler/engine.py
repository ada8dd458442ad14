import torch

from sampler import MinPSampler, gumbel


class Engine:
    def __init__(self, model, seed=0):
        self.model = model
        self.sampler = MinPSampler()
        self.pick = torch.compile(self.sampler, backend="inductor")
        self.generator = torch.Generator().manual_seed(seed)

    def admit(self, request):
        self.sampler.temperature = request.temperature
        self.sampler.min_p = request.min_p
        state = self.model.start()
        for token in request.prompt:
            logits, state = self.model.advance(torch.tensor([token]), state)
        return logits, state

    @torch.no_grad()
    def complete(self, request):
        logits, state = self.admit(request)
        out = []
        for _ in range(request.length):
            token = self.pick(logits, gumbel(logits.shape, self.generator))
            out.append(token.item())
            logits, state = self.model.advance(token, state)
        return out
