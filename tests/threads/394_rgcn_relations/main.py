import torch
import torch.nn.functional as F

from graph_ops import add_inverse_edges
from model import EntityClassifier, KGConfig


def make_graph(cfg, generator, edges=150):
    edge_index = torch.randint(0, cfg.num_nodes, (2, edges), generator=generator)
    edge_type = torch.randint(0, cfg.base_relations, (edges,), generator=generator)
    labels = torch.randint(0, cfg.classes, (cfg.num_nodes,), generator=generator)
    return (*add_inverse_edges(edge_index, edge_type, cfg.base_relations), labels)


def main():
    torch.manual_seed(3)
    cfg = KGConfig()
    gen = torch.Generator().manual_seed(4)
    edge_index, edge_type, labels = make_graph(cfg, gen)
    train = torch.rand(cfg.num_nodes, generator=gen) < 0.7
    model = EntityClassifier(cfg)
    forward = torch.compile(model, backend="aot_eager")
    optim = torch.optim.Adam(model.parameters(), lr=0.02)
    for epoch in range(5):
        logits = forward(edge_index, edge_type)
        loss = F.cross_entropy(logits[train], labels[train])
        optim.zero_grad()
        loss.backward()
        optim.step()
        acc = (logits.argmax(-1) == labels)[train].float().mean()
        print(f"epoch {epoch} loss {loss.item():.5f} acc {acc.item():.3f}")


if __name__ == "__main__":
    main()
