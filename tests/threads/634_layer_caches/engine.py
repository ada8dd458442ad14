import torch

from ops import SLOTS, reset_caches


class Engine:
    def __init__(self, model):
        self.model = model
        self.steps = 0

    @torch.no_grad()
    def generate(self, first, count):
        reset_caches()
        tokens, token = [], torch.tensor([first])
        for step in range(min(count, SLOTS)):
            logits = self.model(token, torch.tensor([step]))
            token = logits.argmax(-1)
            tokens.append(int(token))
            self.steps += 1
        return tokens, logits
