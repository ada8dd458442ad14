import torch
import torch.nn.functional as F

from graphs import random_graph
from net import EntityClassifier, accuracy


def train(model, graphs, optimizer, epochs):
    for _ in range(epochs):
        for graph in graphs:
            loss = F.cross_entropy(model(graph), graph.y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return loss.item()


def main():
    torch.manual_seed(0)
    generator = torch.Generator().manual_seed(7)
    graphs = [random_graph(generator) for _ in range(4)]
    net = EntityClassifier(8, 16, 2, max_relations=4)
    model = torch.compile(net, backend="eager")
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    loss = train(model, graphs, optimizer, epochs=6)
    scores = [accuracy(model(graph), graph.y) for graph in graphs]
    print(f"edges {sum(graph.num_edges for graph in graphs)}")
    print(f"loss {loss:.4f} accuracy {sum(scores) / len(scores):.3f}")


if __name__ == "__main__":
    main()
