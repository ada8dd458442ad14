import random

import torch.nn as nn


class RandomCrop(nn.Module):
    def __init__(self, full, size):
        super().__init__()
        self.size = size
        self.corners = [(i, j) for i in range(full - size) for j in range(full - size)]
        self.top = self.left = 0

    def draw(self, n):
        self.top, self.left = random.choice(self.corners)

    def forward(self, x):
        return x[:, :, self.top : self.top + self.size, self.left : self.left + self.size]
