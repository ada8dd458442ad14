import torch
from torch import nn


class EmbeddingTables(nn.Module):
    def __init__(self, schema):
        super().__init__()
        self.tables = nn.ModuleDict({f.name: nn.Embedding(f.vocab, f.dim) for f in schema})
        self.gates = nn.ParameterDict({f.name: nn.Parameter(torch.ones(())) for f in schema})

    def forward(self, ids):
        return {name: self.tables[name](index) * self.gates[name] for name, index in ids.items()}


class FactorizationMachine(nn.Module):
    def forward(self, fields):
        stacked = torch.stack(list(fields.values()), dim=1)
        total = stacked.sum(dim=1)
        return 0.5 * (total.square() - stacked.square().sum(dim=1))


class Ranker(nn.Module):
    def __init__(self, schema, hidden=16):
        super().__init__()
        self.embeddings = EmbeddingTables(schema)
        self.interaction = FactorizationMachine()
        self.head = nn.Sequential(nn.Linear(schema[0].dim, hidden), nn.ReLU(), nn.Linear(hidden, 1))

    def forward(self, ids):
        return self.head(self.interaction(self.embeddings(ids))).squeeze(-1)
