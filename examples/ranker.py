"""Trains a model that ranks documents: what docs/page.md looks at."""
import torch
import torch.nn.functional as F
from torch import nn


class Tower(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.first = nn.Linear(width, 2 * width)
        self.second = nn.Linear(2 * width, width)

    def forward(self, x):
        h = F.gelu(self.first(x))
        return F.normalize(self.second(h), dim=-1)


class Ranker(nn.Module):
    def __init__(self, width=32):
        super().__init__()
        self.query = Tower(width)
        self.document = Tower(width)
        self.temperature = nn.Parameter(torch.tensor(0.1))
        self.seen = 0

    def forward(self, queries, documents, margin):
        q = self.query(queries)
        d = self.document(documents)
        scores = q @ d.T / self.temperature
        hard = scores - margin
        if hard.max().item() > 20:
            hard = hard.clamp(max=20)
        probability = torch.softmax(hard, dim=-1)
        entropy = -(probability * torch.log(probability + 1e-9)).sum(-1)
        return scores, entropy.mean()


def main():
    torch.manual_seed(0)
    model = Ranker()
    compiled = torch.compile(model)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for step, size in enumerate((8, 8, 12, 16)):
        q, d = torch.randn(size, 32), torch.randn(size, 32)
        scores, entropy = compiled(q, d, 0.1 * step)
        loss = F.cross_entropy(scores, torch.arange(size)) - 0.01 * entropy
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    print(f"{loss.item():.3f}")


main()
