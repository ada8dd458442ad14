import torch.nn as nn

from gates import gate


class Augmentation(nn.Module):
    def __init__(self, p, p_batch=0.7):
        super().__init__()
        self.p, self.p_batch = p, p_batch

    def forward(self, x, draw):
        chosen = gate(draw, self.p_batch, self.p)
        return x + chosen[:, None, None, None] * (self.change(x) - x)


class Brightness(Augmentation):
    def change(self, x):
        return x * 0.8 + 0.1


class Flip(Augmentation):
    def change(self, x):
        return x.flip(-1)


class Invert(Augmentation):
    def change(self, x):
        return 1 - x
