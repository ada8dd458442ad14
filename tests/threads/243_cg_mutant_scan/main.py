import torch

from potentials import HarmonicBonds, PairNet, SumOut, TorsionPrior, energy_and_forces
from topology import RESIDUES, build_chain

WILD_TYPE = "GAVLGDAVLEGA"
MUTATIONS = [(3, "F"), (4, "K"), (6, "W"), (7, "F"), (5, "K")]


def relax(model, data, steps=3, step_size=0.004):
    trace = []
    for _ in range(steps):
        energy, forces = energy_and_forces(model, data)
        data.pos = data.pos + step_size * forces.clamp(-20.0, 20.0)
        trace.append(energy.item())
    return trace


def main():
    torch.manual_seed(11)
    net = PairNet(len(RESIDUES))
    net.compile(backend="eager")
    model = SumOut([HarmonicBonds(), TorsionPrior(), net])
    model.requires_grad_(False)

    sequence = WILD_TYPE
    scan = [sequence]
    for site, residue in MUTATIONS:
        sequence = sequence[:site] + residue + sequence[site + 1:]
        scan.append(sequence)

    for seq in scan:
        generator = torch.Generator().manual_seed(5)
        data = build_chain(seq, generator)
        trace = relax(model, data)
        print(seq, "E:", " ".join(f"{e:.4f}" for e in trace))


if __name__ == "__main__":
    main()
