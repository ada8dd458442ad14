import torch

from cache import SlotCache, visible


def left_pad(prompts, pad):
    longest = max(map(len, prompts))
    tokens = torch.tensor([[pad] * (longest - len(p)) + p for p in prompts])
    mask = torch.tensor([[0] * (longest - len(p)) + [1] * len(p) for p in prompts])
    return tokens, mask


class Engine:
    def __init__(self, model, max_length=32, pad=0):
        self.model, self.max_length, self.pad = model, max_length, pad
        self.decode = torch.compile(model, backend="eager", dynamic=False)

    def inputs(self, tokens, mask):
        """What the model reads for the last tokens.shape[1] columns of the mask."""
        new = tokens.shape[1]
        position_ids = (mask.cumsum(-1) - 1).clamp(min=0)
        columns = torch.arange(mask.shape[1] - new, mask.shape[1])
        bias = visible(mask, columns, self.max_length)
        return tokens, position_ids[:, -new:], columns, bias

    @torch.no_grad()
    def generate(self, prompts, steps):
        tokens, mask = left_pad(prompts, self.pad)
        cache = SlotCache(2, len(prompts), 4, self.max_length, 8)
        logits = self.model(*self.inputs(tokens, mask), cache)
        out = []
        for _ in range(steps):
            tokens = logits.argmax(-1, keepdim=True)
            out.append(tokens)
            mask = torch.cat((mask, torch.ones_like(tokens)), dim=1)
            logits = self.decode(*self.inputs(tokens, mask), cache)
        return torch.cat(out, dim=1), logits
