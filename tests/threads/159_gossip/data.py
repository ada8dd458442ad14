import torch


def make_shards(n_clients, seed):
    g = torch.Generator().manual_seed(seed)
    w = torch.randn(8, 3, generator=g)
    shards = []
    for c in range(n_clients):
        x = torch.randn(24, 8, generator=g) + 0.3 * c
        y = (x @ w + 0.2 * torch.randn(24, 3, generator=g)).argmax(-1)
        shards.append((x, y))
    xt = torch.randn(64, 8, generator=g)
    return shards, (xt, (xt @ w).argmax(-1))
