import torch

from derivatives import DerivativeEngine
from potential import PairPotential, cubic_crystal


class Relaxation:
    """Steepest descent on the atoms; the cell follows the pressure now and then."""

    def __init__(self, engine, rate=0.05, cap=0.1, cell_every=3):
        self.engine = engine
        self.cell_every = cell_every
        self.rate = rate
        self.cap = cap

    def run(self, structure, steps):
        for step in range(steps):
            cell_step = (step + 1) % self.cell_every == 0
            out = self.engine(structure, want_stress=cell_step)
            fmax = out.forces.norm(dim=-1).max()
            yield step, out, fmax
            move = (self.rate * out.forces).clamp(-self.cap, self.cap)
            scale = 1.0 + 0.5 * out.pressure()
            structure.positions = (structure.positions + move) * scale
            structure.cell = structure.cell * scale


def main():
    torch.manual_seed(21)
    generator = torch.Generator().manual_seed(4)
    structure = cubic_crystal(3, 3.2, 0.15, generator)
    model = PairPotential().requires_grad_(False)
    compiled = torch.compile(model, backend="aot_eager")
    relax = Relaxation(DerivativeEngine(compiled))
    for step, out, fmax in relax.run(structure, 7):
        print(f"{step} energy {out.energy:.4f} fmax {fmax:.4f} pressure {out.pressure():.5f}")


if __name__ == "__main__":
    main()
