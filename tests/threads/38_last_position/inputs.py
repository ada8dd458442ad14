import torch


class Prompt:
    """The tokens so far, and a mask that is 0 where the left is padded."""

    def __init__(self, tokens, mask):
        self.tokens, self.mask = tokens, mask

    def append(self, token):
        self.tokens = torch.cat([self.tokens, token[:, None]], 1)
        self.mask = torch.cat([self.mask, torch.ones_like(self.mask[:, :1])], 1)

    def step(self):
        """The last token, its position in the text, and its slot in the cache."""
        positions = positions_of(self.mask)[:, -1:]
        slot = torch.tensor([self.tokens.shape[1] - 1])
        return self.tokens[:, -1].clone(), positions, slot


def positions_of(mask):
    """Where each token stands, counted without the padding at the left."""
    return (mask.cumsum(-1) - 1).clamp(min=0)
