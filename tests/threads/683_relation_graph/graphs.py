from dataclasses import dataclass

import torch


@dataclass
class RelationGraph:
    x: torch.Tensor
    edge_index: torch.Tensor
    edge_type: torch.Tensor
    y: torch.Tensor
    num_relations: int

    @property
    def num_edges(self):
        return self.edge_index.shape[1]


def from_triples(x, triples, y):
    """Builds a graph out of rows (head, relation, tail)."""
    head, relation, tail = triples.unbind(1)
    edge_index = torch.stack([head, tail])
    num_relations = relation.max() + 1
    return RelationGraph(x, edge_index, relation, y, num_relations)


def random_graph(generator, nodes=60, edges=240, relations=4, features=8):
    x = torch.randn(nodes, features, generator=generator)
    head = torch.randint(0, nodes, (edges,), generator=generator)
    tail = torch.randint(0, nodes, (edges,), generator=generator)
    relation = torch.arange(edges) % relations
    y = (x[:, 0] + x[:, 1] > 0).long()
    return from_triples(x, torch.stack([head, relation, tail], dim=1), y)
