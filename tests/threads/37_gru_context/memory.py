import torch.nn as nn


class Memory(nn.Module):
    """What happened so far, added to what is seen."""

    def __init__(self, dim):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.rnn = nn.GRU(dim, dim, batch_first=True)

    def forward(self, h):
        past, _ = self.rnn(self.norm(h))
        return h + past
