import torch


class HistoryStore:
    """Keeps the last known embedding of every node, for each layer."""

    def __init__(self, num_nodes, dim, num_layers):
        self.tables = [torch.zeros(num_nodes, dim) for _ in range(num_layers)]
        self.num_nodes = num_nodes

    def pull(self, layer_idx, nodes):
        return self.tables[layer_idx][nodes]

    def push(self, layer_idx, nodes, value):
        self.tables[layer_idx].index_copy_(0, nodes, value)

    def norm(self):
        return torch.stack([t.norm() for t in self.tables])
