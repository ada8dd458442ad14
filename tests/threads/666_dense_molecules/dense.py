import torch


def node_counts(owner, graphs):
    return torch.zeros(graphs, dtype=torch.long).scatter_add_(0, owner, torch.ones_like(owner))


def to_dense(x, owner, graphs, limit):
    counts = node_counts(owner, graphs)
    starts = counts.cumsum(0) - counts
    local = torch.arange(x.size(0)) - starts[owner]
    slot = local + owner * limit
    if counts.max() > limit:
        keep = local < limit
        x, slot = x[keep], slot[keep]
    dense = x.new_zeros(graphs * limit, x.size(-1)).index_copy(0, slot, x)
    mask = torch.arange(limit) < counts.clamp(max=limit).unsqueeze(1)
    return dense.view(graphs, limit, -1), mask
