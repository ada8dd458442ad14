import torch

from data import MoleculeLoader
from model import EnergyModel


def main():
    torch.manual_seed(0)
    loader = MoleculeLoader()
    model = EnergyModel()
    forward = torch.compile(model, backend="eager")
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(4):
        batch = loader.batch()
        energy, charges = forward(batch)
        loss = (energy - batch.charge).pow(2).mean() + 0.01 * charges.pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"step {step}: loss {loss:.5f} energy {energy.mean():.5f} charge {charges.sum():.4f}")


if __name__ == "__main__":
    main()
