import torch
from torch import nn

from scatter_ops import scatter_mean, scatter_min


class ClusterPool(nn.Module):
    """Joins the lowest corner and the mean feature of each superpoint."""

    def __init__(self, width, n_clusters):
        super().__init__()
        self.n_clusters = n_clusters
        self.mix = nn.Linear(width + 3, width)

    def forward(self, points, features, cluster):
        corner = scatter_min(points, cluster, self.n_clusters)
        mean = scatter_mean(features, cluster, self.n_clusters)
        return torch.relu(self.mix(torch.cat([mean, corner], dim=-1)))


class PointNet(nn.Module):
    def __init__(self, n_clusters, width=16, n_classes=5):
        super().__init__()
        self.lift = nn.Sequential(nn.Linear(3, width), nn.ReLU(), nn.Linear(width, width))
        self.pool = ClusterPool(width, n_clusters)
        self.head = nn.Linear(width, n_classes)

    def forward(self, points, cluster):
        pooled = self.pool(points, self.lift(points), cluster)
        return self.head(pooled)
