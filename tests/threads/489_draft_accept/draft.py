import torch
from torch import nn

from metrics import accept_rate, draft_loss, shifted


class DraftHead(nn.Module):
    def __init__(self, vocab=40, dim=32, depth=3, decay=0.8):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.mix = nn.ModuleList(nn.Linear(2 * dim, dim) for _ in range(depth))
        self.head = nn.Linear(dim, vocab)
        self.decay = decay

    def forward(self, tokens, hidden, target, mask):
        total = hidden.new_zeros(())
        rates = []
        state = hidden
        for depth, layer in enumerate(self.mix):
            state = torch.tanh(layer(torch.cat([self.embed(tokens), state], dim=-1)))
            goal, keep, width = shifted(target, mask, depth)
            logits = self.head(state[:, :width])
            total = total + self.decay**depth * draft_loss(logits, goal, keep)
            rates.append(accept_rate(logits, goal, keep))
        return total, rates
