import torch
import torch.nn as nn

from noise import fixed_noise


class Decoder(nn.Module):
    def __init__(self, dim, seed):
        super().__init__()
        self.dim, self.seed = dim, seed
        self.body = nn.Linear(dim, dim)
        self.out = nn.Linear(dim, dim)

    def forward(self, x):
        hidden = torch.tanh(self.body(x))
        hidden = hidden + 0.1 * fixed_noise((self.dim,), self.seed)
        return self.out(hidden)
