import torch
from torch.nn import functional as F

from graph import Graph
from layers import EdgeGAT


def community_graph(nodes, edges, gen):
    label = torch.arange(nodes) % 3
    src = torch.randint(nodes, (edges,), generator=gen)
    shift = 3 * torch.randint(1, nodes // 3, (edges,), generator=gen)
    dst = (src + shift) % nodes
    weight = torch.rand(edges, 2, generator=gen)
    feats = F.one_hot(label, 3) + 0.9 * torch.randn(nodes, 3, generator=gen)
    return Graph(src, dst, nodes, {"w": weight}), feats, label


def main():
    torch.manual_seed(10)
    graph, feats, label = community_graph(60, 240, torch.Generator().manual_seed(7))
    train = torch.arange(60) < 40
    model = EdgeGAT(3, 12, 2, 3)
    step = torch.compile(model, backend="eager")
    optim = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(6):
        logits = step(graph, feats)
        loss = F.cross_entropy(logits[train], label[train])
        optim.zero_grad()
        loss.backward()
        optim.step()
        hit = (logits.argmax(-1) == label)[~train].float().mean()
        print(epoch, f"{loss.item():.6f} {hit.item():.3f}")


if __name__ == "__main__":
    main()
