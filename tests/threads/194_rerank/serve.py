"""A tiny ranking server: takes slates, anneals exploration, keeps statistics."""
import torch

import rankkit


def make_slate(g, n, k, n_items):
    return {
        "item": torch.randint(n_items, (n, k), generator=g),
        "seller": torch.randint(6, (n, k), generator=g),
        "fresh": torch.rand(n, k, generator=g),
        "muted": torch.rand(n, k, generator=g) < 0.05,
        "jitter": torch.randn(n, k, generator=g),
        "user": torch.randn(n, 8, generator=g),
    }


class Server:
    def __init__(self, model, explore=0.3, decay=0.8):
        self.model = model.eval()
        self.compiled = torch.compile(model, backend="eager")
        self.level = explore
        self.decay = decay
        self.stats = []

    @torch.no_grad()
    def handle(self, slate):
        self.model.explore = self.level
        scores, probs = self.compiled(slate)
        self.level *= self.decay
        order = scores.argsort(dim=1, descending=True)
        labels = (slate["fresh"] > 0.6).float()
        self.stats.append((rankkit.dcg(labels, order), rankkit.coverage(slate["seller"], order), probs.max().item()))
        return order
