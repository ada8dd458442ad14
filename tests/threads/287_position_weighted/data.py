import torch

from jagged import KeyedJagged

SIZES = {"clicked": 50, "bought": 30, "query": 80}


def batches(count, rows, seed=0):
    gen = torch.Generator().manual_seed(seed)
    for _ in range(count):
        lengths = torch.randint(1, 6, (len(SIZES), rows), generator=gen)
        lengths[:, -1] += 40 - lengths.sum(1)
        per_key = lengths.sum(1).tolist()
        ids = [torch.randint(n, (k,), generator=gen) for n, k in zip(SIZES.values(), per_key)]
        labels = torch.rand(rows, generator=gen).round()
        yield KeyedJagged(SIZES, torch.cat(ids), lengths.flatten(), None, per_key), labels
