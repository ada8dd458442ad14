import torch

from lens import Lens
from pose import project, refine


def board(rows=6, cols=8, pitch=0.2):
    ys, xs = torch.meshgrid(torch.arange(rows), torch.arange(cols), indexing="ij")
    flat = torch.stack([xs.flatten(), ys.flatten()], -1) * pitch
    return torch.cat([flat - flat.mean(0), torch.zeros(rows * cols, 1)], -1)


def main():
    torch.manual_seed(4)
    rig = [
        Lens("left", [420.0, 421.0], [320.0, 240.0], [-0.21, 0.05, 0.001, -0.0004, 0.01]),
        Lens("right", [418.0, 419.5], [316.0, 243.0], [-0.19, 0.04, -0.0007, 0.0002, 0.02]),
    ]
    points = board()
    truth = torch.tensor([0.12, -0.2, 0.05]), torch.tensor([0.1, -0.05, 3.6])
    for lens in rig:
        print(lens.describe())
        pixels = project(points, *truth, lens) + 0.1 * torch.randn(len(points), 2)
        rvec, tvec, loss = refine(points, pixels, lens)
        print(f"{lens.name} loss {loss:.3f} rvec {[round(v, 3) for v in rvec.tolist()]} z {tvec[2].item():.3f}")


if __name__ == "__main__":
    main()
