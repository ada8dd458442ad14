"""A server whose layers take the batch from a global context (mini-sglang#60)."""
import torch
import torch.nn as nn

from context import Batch, serving
from head import LMHead


class Model(nn.Module):
    def __init__(self, vocab=12, dim=8):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.mix = nn.Linear(dim, dim)
        self.head = LMHead(dim, vocab)

    def forward(self, tokens):
        h = self.embed(tokens)
        return self.head(h + torch.relu(self.mix(h)))


@torch.compile(backend="eager", dynamic=True)
def greedy(logits, banned):
    return logits.masked_fill(banned, float("-inf")).argmax(-1)


@torch.no_grad()
def main():
    torch.manual_seed(0)
    net = torch.compile(Model(), backend="eager")
    banned = torch.arange(12) == 0
    for phase, lengths in [("prefill", [3, 5]), ("decode", [1] * 8), ("prefill", [2, 3, 3]), ("decode", [1] * 8)]:
        tokens = torch.randint(1, 12, (sum(lengths),))
        with serving(Batch(phase, lengths)):
            logits = net(tokens)
        print(phase, greedy(logits, banned).tolist())


if __name__ == "__main__":
    main()
