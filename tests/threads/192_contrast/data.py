from collections import namedtuple

import torch


class ShapeSet:
    def __init__(self, n, dim):
        g = torch.Generator().manual_seed(4)
        proto = torch.randn(3, dim, generator=g)
        self.labels = torch.arange(n) % 3
        self.x = proto[self.labels] + 0.4 * torch.randn(n, dim, generator=g)

    def __len__(self):
        return len(self.x)

    def views(self, i, g):
        x = self.x[i]
        return {"index": torch.tensor(i),
                "query": x + 0.2 * torch.randn(x.shape, generator=g),
                "key": x * (0.8 + 0.4 * torch.rand((), generator=g))}


def collate(rows):
    fields = sorted(rows[0])
    Batch = namedtuple("Batch", fields)
    return Batch(*(torch.stack([r[f] for r in rows]) for f in fields))


def loader(data, batch, seed):
    g = torch.Generator().manual_seed(seed)
    order = torch.randperm(len(data), generator=g).tolist()
    for i in range(0, len(order), batch):
        yield collate([data.views(j, g) for j in order[i:i + batch]])
