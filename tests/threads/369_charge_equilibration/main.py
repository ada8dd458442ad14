import torch

from batching import collate, random_molecules
from model import ChargeConfig, ChargeModel


def build(seed=0):
    torch.manual_seed(seed)
    cfg = ChargeConfig(n_species=10, width=24, cutoff=4.0, n_rounds=2)
    model = ChargeModel(cfg).eval()
    for p in model.parameters():
        p.requires_grad_(False)
    return model


def evaluate(calc, loader):
    rows = []
    for batch in loader:
        out = calc(batch.numbers, batch.coord, batch.mol_idx, batch.total_charge)
        rows.append((out["energy"], out["charges"], out["n_atoms"]))
    return rows


def main():
    model = build()
    calc = torch.compile(model, backend="eager")
    molecules = random_molecules(12, atoms=6, seed=3)
    loader = [collate(molecules[i:i + 4]) for i in range(0, 12, 4)]
    for step, (energy, charges, n_atoms) in enumerate(evaluate(calc, loader)):
        print(f"batch {step}: energy {energy.sum().item():.5f} "
              f"|q| {charges.abs().sum().item():.5f} "
              f"net {charges.sum().item():.4f} atoms {int(n_atoms.sum())}")


if __name__ == "__main__":
    main()
