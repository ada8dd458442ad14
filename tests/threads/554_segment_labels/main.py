import torch

from model import PointModel


def rotation(theta):
    c, s = torch.cos(theta), torch.sin(theta)
    z, o = torch.zeros(()), torch.ones(())
    return torch.stack([torch.stack([c, -s, z]), torch.stack([s, c, z]), torch.stack([z, z, o])])


def main():
    torch.manual_seed(41)
    model = PointModel()
    run = torch.compile(model, backend="inductor", fullgraph=True)
    points = torch.randn(32, 3)
    turn = rotation(torch.tensor(0.6))
    with torch.no_grad():
        energy, dipole = run(points)
        energy_r, dipole_r = run(points @ turn.T)
    print("energy", round(energy.item(), 4), "rotated", round(energy_r.item(), 4))
    print("dipole error", round((dipole @ turn.T - dipole_r).abs().max().item(), 4))
    print("dipole norm", round(dipole.norm().item(), 4))


if __name__ == "__main__":
    main()
