from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F

from graph_ops import relation_weights


@dataclass
class KGConfig:
    num_nodes: int = 60
    base_relations: int = 3
    dim: int = 16
    hidden: int = 24
    classes: int = 5
    dropout: float = 0.0

    @property
    def num_relations(self):
        return 2 * self.base_relations


class RelConv(nn.Module):
    def __init__(self, dim_in, dim_out, num_relations):
        super().__init__()
        self.num_relations = num_relations
        self.weight = nn.Parameter(torch.empty(num_relations, dim_in, dim_out))
        self.root = nn.Linear(dim_in, dim_out)
        nn.init.xavier_uniform_(self.weight)

    def forward(self, x, edge_index, edge_type):
        src, dst = edge_index
        out = self.root(x)
        for rel, w in enumerate(relation_weights(edge_index, edge_type, x.size(0))):
            messages = (x @ self.weight[rel])[src] * w.unsqueeze(-1)
            out = out.index_add(0, dst, messages)
        return out


class EntityClassifier(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.embed = nn.Parameter(torch.randn(cfg.num_nodes, cfg.dim) * 0.3)
        self.conv1 = RelConv(cfg.dim, cfg.hidden, cfg.num_relations)
        self.conv2 = RelConv(cfg.hidden, cfg.classes, cfg.num_relations)
        self.dropout = cfg.dropout

    def forward(self, edge_index, edge_type):
        h = F.relu(self.conv1(self.embed, edge_index, edge_type))
        h = F.dropout(h, self.dropout, self.training)
        return self.conv2(h, edge_index, edge_type)
