import torch
import torch.nn.functional as F

from graph import community_graph
from layers import GAT


def accuracy(logits, data, mask):
    return (logits.argmax(-1) == data.y)[mask].float().mean().item()


def main(epochs=6):
    torch.manual_seed(0)
    data = community_graph()
    model = GAT(data.x.shape[1], 8, 3)
    net = torch.compile(model, backend="aot_eager")
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02, weight_decay=5e-4)
    for epoch in range(epochs):
        logits = net(data.x, data.edge_index)
        loss = F.cross_entropy(logits[data.train_mask], data.y[data.train_mask])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"epoch {epoch} loss {loss.item():.5f} test {accuracy(logits, data, ~data.train_mask):.3f}")


if __name__ == "__main__":
    main()
