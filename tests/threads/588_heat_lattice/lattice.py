import torch


def grid_edges(rows, cols):
    node = torch.arange(rows * cols).view(rows, cols)
    right = torch.stack([node[:, :-1].flatten(), node[:, 1:].flatten()])
    down = torch.stack([node[:-1].flatten(), node[1:].flatten()])
    one_way = torch.cat([right, down], dim=1)
    return torch.cat([one_way, one_way.flip(0)], dim=1)


class Lattice:
    def __init__(self, rows, cols):
        self.shape = (rows, cols)
        self.num_nodes = rows * cols
        self.edges = grid_edges(rows, cols)
        degree = torch.zeros(self.num_nodes)
        degree.index_add_(0, self.edges[0], torch.ones(self.edges.shape[1]))
        self.weights = (degree[self.edges[0]] * degree[self.edges[1]]).rsqrt()

    def operator(self):
        size = (self.num_nodes, self.num_nodes)
        return torch.sparse_coo_tensor(self.edges, self.weights, size).coalesce()


def hot_corner(lattice, channels):
    field = torch.zeros(lattice.num_nodes, channels)
    field[0] = 1.0
    return field + 0.01 * torch.rand(lattice.num_nodes, channels)
