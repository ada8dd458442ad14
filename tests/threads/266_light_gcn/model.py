import torch
from torch import nn


class LightGCN(nn.Module):
    def __init__(self, graph, dim=16, layers=3):
        super().__init__()
        self.num_users = graph.num_users
        self.embedding = nn.Parameter(0.1 * torch.randn(graph.num_nodes, dim))
        self.layer_weights = [1.0 / (layers + 1)] * (layers + 1)
        self.register_buffer("adjacency", graph.adjacency(), persistent=False)

    def propagate(self, x):
        return self.adjacency @ x

    def node_embeddings(self):
        x = self.embedding
        out = self.layer_weights[0] * x
        for weight in self.layer_weights[1:]:
            x = self.propagate(x)
            out = out + weight * x
        return out

    def forward(self, users, positives, negatives):
        nodes = self.node_embeddings()
        user = nodes[users]
        liked, other = nodes[positives + self.num_users], nodes[negatives + self.num_users]
        return (user * liked).sum(dim=-1), (user * other).sum(dim=-1)


def bpr_loss(positive, negative):
    return nn.functional.softplus(negative - positive).mean()
