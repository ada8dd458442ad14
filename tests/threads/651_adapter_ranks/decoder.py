import torch
import torch.nn.functional as F
from torch import nn

from adapters import AdaptedLinear


class WindowDecoder(nn.Module):
    def __init__(self, vocab=48, width=32, window=12):
        super().__init__()
        self.window = window
        self.embed = nn.Embedding(vocab, width)
        self.place = nn.Parameter(torch.randn(window, width) * 0.1)
        self.query = AdaptedLinear(width, width)
        self.value = AdaptedLinear(width, width)
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, vocab)

    def forward(self, tokens):
        h = self.embed(tokens) + self.place
        mixed = F.scaled_dot_product_attention(self.query(h), h, self.value(h), is_causal=True)
        return self.head(self.norm(h + mixed))[:, -1]


@torch.no_grad()
def write(step, prompt, count):
    window = prompt.shape[1]
    tokens, total = prompt, 0.0
    for _ in range(count):
        logits = step(tokens[:, -window:].contiguous())
        best = logits.log_softmax(-1).max(-1)
        tokens = torch.cat([tokens, best.indices[:, None]], dim=1)
        total += best.values.mean().item()
    return tokens[:, window:], total / count
