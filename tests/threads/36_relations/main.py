"""Relational graph convolutions (torch_geometric#8467: RGCNConv has graph breaks)."""
import torch
import torch.nn as nn

from graphs import random_graph
from relations import RelationConv


class EntityClassifier(nn.Module):
    def __init__(self, dim=6, relations=3, classes=4):
        super().__init__()
        self.first = RelationConv(dim, dim, relations)
        self.second = RelationConv(dim, classes, relations)

    def forward(self, x, edges, edge_type):
        h = torch.relu(self.first(x, edges, edge_type))
        return self.second(h, edges, edge_type)


@torch.compile(backend="eager")
def masked_loss(logits, y, known):
    loss = nn.functional.cross_entropy(logits, y, reduction="none")
    return (loss * known).sum() / known.sum()


def main():
    torch.manual_seed(0)
    model = EntityClassifier()
    net = torch.compile(model, backend="eager")
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    x, edges, edge_type, y = random_graph(nodes=9, edges=30)
    for step in range(4):
        known = (torch.arange(9) % 4 != step).float()
        loss = masked_loss(net(x, edges, edge_type), y, known)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
