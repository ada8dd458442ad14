"""Turn lists of edge triples into one dense adjacency per relation."""
from collections import defaultdict

import torch


class Collator:
    def __init__(self, relations, n_nodes):
        self.relations = relations
        self.n = n_nodes

    def _blank(self, batch):
        return torch.zeros(batch, self.n, self.n)

    def __call__(self, graphs):
        adj = defaultdict(lambda: self._blank(len(graphs)))
        for b, graph in enumerate(graphs):
            for rel, src, dst in graph["edges"]:
                adj[rel][b, dst, src] = 1.0
        out = {rel: adj[rel] for rel in self.relations if rel in adj}
        return {
            "x": torch.stack([g["x"] for g in graphs]),
            "adj": out,
            "y": torch.tensor([g["y"] for g in graphs]),
        }
