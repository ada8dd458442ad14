import torch
import torch.nn.functional as F

from graphs import community_graph
from layers import Sage


def main():
    torch.manual_seed(4)
    graph = community_graph(nodes=60, classes=3, dim=16, degree=5)
    model = Sage([16, 24, 3])
    opt = torch.optim.Adam(model.parameters(), lr=0.02)
    net = torch.compile(model, backend="aot_eager")

    for epoch in range(12):
        logits = net(graph.x, graph.edges)
        loss = F.cross_entropy(logits[graph.train], graph.y[graph.train])
        opt.zero_grad()
        loss.backward()
        opt.step()
        if epoch % 4 == 3:
            print(f"epoch {epoch} loss {loss.item():.5f}")

    hits = (net(graph.x, graph.edges).argmax(-1) == graph.y)[~graph.train]
    print(f"accuracy {hits.float().mean().item():.4f}")


if __name__ == "__main__":
    main()
