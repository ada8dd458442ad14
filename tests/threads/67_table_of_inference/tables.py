import torch


class Tables:
    """Cosines and sines for each kind of input, kept once made."""

    def __init__(self, dim, length):
        self.steps = torch.arange(dim // 2) / (dim // 2)
        self.length = length
        self.made = {}

    def get(self, kind):
        if kind not in self.made:
            base = {"text": 10000.0, "image": 100.0}[kind]
            angle = torch.arange(self.length)[:, None] * base**-self.steps
            self.made[kind] = torch.stack([angle.cos(), angle.sin()])
        return self.made[kind]
