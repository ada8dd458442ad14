import torch

from data import make_batch
from pinet import PiNet


def main():
    torch.manual_seed(0)
    generator = torch.Generator().manual_seed(3)
    model = PiNet()
    potential = torch.compile(model, backend="aot_eager")
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    for step in range(5):
        b = make_batch(generator)
        pred = potential(b.z, b.pos, b.edge_index, b.batch, b.energy.numel())
        loss = (pred - b.energy).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, f"{loss.item():.5f}")


if __name__ == "__main__":
    main()
