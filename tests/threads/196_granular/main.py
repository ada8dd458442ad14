"""Shake a box of soft grains and print the energy over time."""
import torch

from box import Box
from events import Kind, Wall


@torch.no_grad()
def main():
    torch.manual_seed(21)
    box = Box(30)
    box.agenda.every(0.04, 0.28, Kind.SHAKE, strength=1.5)
    box.agenda.every(0.10, 0.28, Kind.TILT)
    box.agenda.every(0.08, 0.28, Kind.MEASURE)
    box.run(0.28)
    print("energy", " ".join(f"{e:.4f}" for e in box.energies))
    print(f"mean height {box.pos[:, 1].mean().item():.4f}  knocks {Wall.knocks}")


if __name__ == "__main__":
    main()
