import torch

from model import EnergyModel


def make_batch(gen, molecules=8, atoms=5):
    n = molecules * atoms
    mol = torch.arange(molecules).repeat_interleave(atoms)
    start = torch.arange(molecules).repeat_interleave(2 * atoms) * atoms
    src = start + torch.randint(0, atoms, (2 * n,), generator=gen)
    dst = start + torch.randint(0, atoms, (2 * n,), generator=gen)
    return {
        "z": torch.randint(0, 10, (n,), generator=gen),
        "mol": mol,
        "edges": torch.stack([src, dst]),
        "charge": torch.randint(-3, 4, (molecules,), generator=gen),
        "spin": torch.randint(1, 6, (molecules,), generator=gen),
        "target": torch.randn(molecules, generator=gen),
    }


def main():
    torch.manual_seed(7)
    gen = torch.Generator().manual_seed(11)
    model = EnergyModel()
    opt = torch.optim.Adam(model.parameters(), lr=3e-3)
    energy_fn = torch.compile(model, backend="aot_eager")
    losses = []
    for _ in range(6):
        batch = make_batch(gen)
        loss = (energy_fn(batch) - batch["target"]).square().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    print("charges", model.system.charge.table.describe())
    print("losses", [round(v, 4) for v in losses])


if __name__ == "__main__":
    main()
