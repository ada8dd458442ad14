from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class Graph:
    x: torch.Tensor
    relation: torch.Tensor
    count: int


def random_graph(edges, relations):
    relation = torch.arange(edges) % relations
    count = relation.max() + 1
    return Graph(torch.randn(edges, 8), relation, count)


class Conv(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.linear = nn.Linear(width, width)

    def forward(self, x, relation, count):
        total = torch.zeros_like(x)
        for each in range(count):
            total = total + self.linear(x) * (relation == each).unsqueeze(1)
        return total


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.first = Conv(width)
        self.second = Conv(width)

    def forward(self, graph):
        x = torch.relu(self.first(graph.x, graph.relation, graph.count))
        return self.second(x, graph.relation, graph.count)


def main():
    torch.manual_seed(0)
    net = torch.compile(Net(8), backend="eager")
    graphs = [random_graph(12, 3) for _ in range(3)]
    for graph in graphs:
        y = net(graph)
    print(tuple(y.shape))


main()
