"""Train a small pair potential on Lennard-Jones energies and forces."""
import torch
from torch.nn.functional import mse_loss

from calculator import Calculator, net_force
from potential import PairPotential, PotentialConfig


def lennard_jones(pairs, pos):
    i, j = pairs
    inv6 = (pos[:, i] - pos[:, j]).square().sum(-1).pow(-3)
    return (inv6 * inv6 - inv6).sum(-1)


def make_clusters(n, base, pairs):
    pos = base + 0.05 * torch.randn(n, *base.shape)
    pos.requires_grad_(True)
    energy = lennard_jones(pairs, pos)
    grad, = torch.autograd.grad(energy.sum(), pos)
    return pos.detach(), energy.detach(), -grad


def train(calc, species, pairs, data, steps=15, force_weight=0.5):
    pos, energy, forces = data
    opt = torch.optim.Adam(calc.parameters(), lr=5e-3)
    calc.train()
    for step in range(steps):
        e, f = calc(species, pairs, pos)
        loss = mse_loss(e, energy) + force_weight * mse_loss(f, forces)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 5 == 0:
            print(f"step {step:3d}  loss {loss.item():.4f}")


def main():
    torch.manual_seed(11)
    base = 1.25 * torch.cartesian_prod(*[torch.arange(2.0)] * 3)
    species = torch.tensor([0, 1, 2, 0, 1, 2, 0, 1])
    pairs = torch.triu_indices(8, 8, offset=1)
    calc = Calculator(PairPotential(PotentialConfig()), scale=2.0, compile_backend="aot_eager")
    train(calc, species, pairs, make_clusters(16, base, pairs))
    calc.eval()
    pos, energy, forces = make_clusters(16, base, pairs)
    e, f = calc(species, pairs, pos)
    print(f"energy rmse {mse_loss(e, energy).sqrt().item():.4f}  force rmse {mse_loss(f, forces).sqrt().item():.4f}")
    print(f"closed system {bool(net_force(f) < 1e-3)}")


if __name__ == "__main__":
    main()
