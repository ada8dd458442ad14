import torch
import torch.nn.functional as F

from data import clusters, make_graph
from history import HistoryStore
from layers import HistoryGNN

NUM_LAYERS = 5
DIM = 16


def build(num_nodes, in_dim, classes):
    store = HistoryStore(num_nodes, DIM, NUM_LAYERS)
    model = HistoryGNN(in_dim, DIM, classes, store, NUM_LAYERS)
    for conv in model.convs:
        conv.compile(backend="inductor")
    return model, store


def accuracy(logits, y):
    return (logits.argmax(-1) == y).float().mean().item()


def main():
    torch.manual_seed(0)
    x, y, adj = make_graph()
    model, store = build(x.size(0), x.size(1), 3)
    opt = torch.optim.Adam(model.parameters(), lr=0.01)
    for epoch in range(3):
        hits = []
        for nodes in clusters(x.size(0), 32, seed=epoch):
            logits = model(x[nodes], nodes, adj[nodes][:, nodes])
            loss = F.cross_entropy(logits, y[nodes])
            opt.zero_grad()
            loss.backward()
            opt.step()
            hits.append(accuracy(logits, y[nodes]))
        print("epoch", epoch, "acc", round(sum(hits) / len(hits), 3))
    print("loss", round(loss.item(), 3))
    print("history", [round(v, 1) for v in store.norm().tolist()])


if __name__ == "__main__":
    main()
