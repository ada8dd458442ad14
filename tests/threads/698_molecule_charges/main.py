import torch

from molecules import batches
from potential import Potential

SIZES = [(5, 9, 7, 12), (11, 6, 8, 5), (7, 7, 13, 10), (4, 15, 6, 9)]


@torch.no_grad()
def main():
    torch.manual_seed(13)
    model = Potential().eval()
    evaluate = torch.compile(model, backend="aot_eager")
    energies = []
    for batch in batches(SIZES, seed=31):
        energy, q = evaluate(batch)
        energies.append(energy)
        print(f"{batch.atoms} atoms: total charge {q.sum().abs().item():.3f} widest {q.abs().max().item():.4f}")
    table = torch.stack(energies)
    print("mean energy per slot", [round(e, 4) for e in table.mean(0).tolist()])


if __name__ == "__main__":
    main()
