import torch

from potentials import DenseSchNet, Harmonic, SumOut
from structure import chain


def forces(model: SumOut, data) -> tuple[dict[str, torch.Tensor], torch.Tensor]:
    data.pos = data.pos.detach().requires_grad_()
    parts = model(data)
    (grad,) = torch.autograd.grad(parts["total"], data.pos)
    return parts, -grad


if __name__ == "__main__":
    torch.manual_seed(5)
    net = DenseSchNet()
    net.compile(backend="eager")
    model = SumOut({"bonds": Harmonic("bonds", 0.95, 12.0), "angles": Harmonic("angles", 1.8, 3.0),
                    "closure": Harmonic("closure", 1.0, 1.5), "net": net})
    mutants = {
        "wild": chain(14, ["bonds", "angles"], seed=1),
        "V3A": chain(14, ["bonds", "angles", "dihedrals"], seed=2),
        "K7E": chain(14, ["bonds"], seed=3),
        "cyclic": chain(14, ["bonds", "angles"], seed=4, ring=True),
    }
    for name, data in mutants.items():
        for step in range(3):
            parts, force = forces(model, data)
            data.pos = data.pos.detach() + 0.002 * force
        print(name, " ".join(f"{k}={v.item():.4f}" for k, v in parts.items()), f"|f|={force.norm():.4f}")
