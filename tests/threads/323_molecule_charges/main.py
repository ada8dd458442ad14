import torch

from data import collate, random_molecule
from model import ChargeNet
from ops import split_by_mol


class Calculator:
    def __init__(self, model):
        self.model = torch.compile(model.eval(), backend="aot_eager", fullgraph=True)

    def evaluate(self, batch, forces=True):
        coord = batch.coord.clone().requires_grad_(forces)
        energy, q = self.model(batch.numbers, coord, batch.mol_idx, batch.charge)
        out = {"energy": energy.detach(), "charges": q.detach()}
        if forces:
            out["forces"] = -torch.autograd.grad(energy.sum(), coord)[0]
        return out


def main():
    torch.manual_seed(5)
    gen = torch.Generator().manual_seed(5)
    calc = Calculator(ChargeNet())
    for charges in ([0.0, 1.0, -1.0], [0.0, 0.0, 2.0]):
        batch = collate([random_molecule(n, gen) for n in (5, 7, 4)], charges)
        out = calc.evaluate(batch)
        print("energy", [round(e, 4) for e in out["energy"].tolist()])
        parts = split_by_mol(out["charges"], batch.mol_idx, len(charges))
        print(f"|F| {out['forces'].norm():.4f} qmax", [round(p.max().item(), 4) for p in parts])


if __name__ == "__main__":
    main()
