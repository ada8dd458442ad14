import torch.nn as nn
import torch.nn.functional as F

from conv import RelationConv


class EntityClassifier(nn.Module):
    def __init__(self, features, hidden, classes, max_relations):
        super().__init__()
        self.conv1 = RelationConv(features, hidden, max_relations)
        self.conv2 = RelationConv(hidden, hidden, max_relations)
        self.head = nn.Linear(hidden, classes)

    def forward(self, graph):
        x = F.relu(self.conv1(graph.x, graph.edge_index, graph.edge_type, graph.num_relations))
        x = F.relu(self.conv2(x, graph.edge_index, graph.edge_type, graph.num_relations))
        return self.head(x)


def accuracy(logits, y):
    return (logits.argmax(1) == y).float().mean().item()
