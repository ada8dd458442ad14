from dataclasses import dataclass

import torch

FEATURES = ("watched", "liked", "searched", "skipped")


@dataclass
class ClickBatch:
    ids: torch.Tensor
    counts: list
    labels: torch.Tensor


def collate(rows, labels):
    """One flat id tensor, feature-major, and how many ids each bag holds."""
    flat, counts = [], []
    for bag in rows:
        flat.append(bag)
        counts.append(bag.numel())
    return ClickBatch(torch.cat(flat), counts, labels)


def stream(steps, users=3, vocab=50, seed=3):
    gen = torch.Generator().manual_seed(seed)
    for _ in range(steps):
        cuts = torch.randperm(59, generator=gen)[: users * len(FEATURES) - 1].sort().values + 1
        ids = torch.randint(0, vocab, (60,), generator=gen)
        rows = torch.tensor_split(ids, cuts)
        labels = torch.randint(0, 2, (users,), generator=gen).float()
        yield collate(rows, labels)
