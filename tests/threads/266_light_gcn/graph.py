import torch


class InteractionGraph:
    """Users and items as one node set, an edge in both directions per purchase."""

    def __init__(self, users, items, num_users, num_items):
        self.num_users, self.num_items = num_users, num_items
        source = torch.cat([users, items + num_users])
        target = torch.cat([items + num_users, users])
        self.edge_index = torch.stack([target, source])

    @property
    def num_nodes(self):
        return self.num_users + self.num_items

    def edge_weight(self):
        row, col = self.edge_index
        degree = torch.zeros(self.num_nodes).index_add_(0, row, torch.ones(row.numel()))
        scale = degree.clamp_min(1.0).rsqrt()
        return scale[row] * scale[col]

    def adjacency(self):
        size = (self.num_nodes, self.num_nodes)
        return torch.sparse_coo_tensor(self.edge_index, self.edge_weight(), size).coalesce()


def synthetic_purchases(num_users, num_items, per_user, seed=5):
    g = torch.Generator().manual_seed(seed)
    users = torch.arange(num_users).repeat_interleave(per_user)
    items = torch.stack([torch.randperm(num_items, generator=g)[:per_user] for _ in range(num_users)])
    return users, items.flatten()
