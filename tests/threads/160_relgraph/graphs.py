import torch

RELATIONS = ("cites", "authored_by", "same_venue", "retracts")
_RATE = {"cites": 0.4, "authored_by": 0.2, "same_venue": 0.005, "retracts": 0.004}


def sample_graph(seed, n_nodes=10):
    g = torch.Generator().manual_seed(seed)
    edges = []
    for rel in RELATIONS:
        hit = torch.rand(n_nodes, n_nodes, generator=g) < _RATE[rel]
        for src, dst in hit.nonzero().tolist():
            edges.append((rel, src, dst))
    x = torch.randn(n_nodes, 6, generator=g)
    y = int(x[:, 0].sum() > 0)
    return {"x": x, "edges": edges, "y": y}
