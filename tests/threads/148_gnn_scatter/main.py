"""Message passing on a ring-with-chords graph; every layer compiled by itself."""
import torch

from graph import ring_graph
from layers import GNN


def main():
    torch.manual_seed(12)
    g = ring_graph(nodes=14, chords=5)
    model = GNN(dim=8, out=3)
    for layer in (model.conv, model.attn, model.pool):
        layer.compile(backend="eager")
    opt = torch.optim.AdamW(model.parameters(), lr=0.02)
    goal = torch.tensor([0.5, -1.0, 2.0])
    for _ in range(5):
        loss = (model(g) - goal).pow(2).sum()
        opt.zero_grad()
        loss.backward()
        opt.step()
    print("loss %.5f" % loss.item())
    print("out", ["%.4f" % v for v in model(g).tolist()])


if __name__ == "__main__":
    main()
