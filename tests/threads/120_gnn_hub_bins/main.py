"""Molecule property regression with a degree-aware message passing network."""
import torch

from graphs import ring_with_tails
from gnn import DegreeGNN


def main():
    torch.manual_seed(8)
    model = DegreeGNN(features=6, width=16)
    fast = torch.compile(model, backend="aot_eager")
    opt = torch.optim.Adam(model.parameters(), lr=0.01)
    gen = torch.Generator().manual_seed(2)
    for epoch in range(3):
        loss_sum = 0.0
        for ring in (6, 6, 6):
            x, edges, y = ring_with_tails(ring, 10, gen)
            loss = (fast(x, edges) - y).pow(2).mean()
            opt.zero_grad()
            loss.backward()
            opt.step()
            loss_sum += loss.item()
        print(f"epoch {epoch} loss {loss_sum:.5f}")


if __name__ == "__main__":
    main()
