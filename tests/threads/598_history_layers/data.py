import torch


def make_graph(num_nodes=96, in_dim=8, classes=3, seed=3):
    gen = torch.Generator().manual_seed(seed)
    y = torch.randint(0, classes, (num_nodes,), generator=gen)
    centers = torch.randn(classes, in_dim, generator=gen)
    x = centers[y] + 0.7 * torch.randn(num_nodes, in_dim, generator=gen)
    prob = torch.where(y[:, None] == y[None, :], 0.2, 0.03)
    adj = (torch.rand(num_nodes, num_nodes, generator=gen) < prob).float()
    adj = ((adj + adj.t()) > 0).float()
    return x, y, adj


def clusters(num_nodes, size, seed):
    gen = torch.Generator().manual_seed(seed)
    order = torch.randperm(num_nodes, generator=gen)
    for start in range(0, num_nodes, size):
        yield order[start:start + size]
