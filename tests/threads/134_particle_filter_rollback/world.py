import torch

BEACONS = torch.tensor([[0.0, 2.0], [2.0, -1.0], [-2.0, -1.0]])


def drive(steps, gen):
    """True position, odometry and noisy ranges at each step."""
    pos = torch.tensor([-1.0, 0.0])
    for t in range(steps):
        move = torch.tensor([0.25, 0.1 * (-1) ** t])
        pos = pos + move
        ranges = (BEACONS - pos).norm(dim=1) + 0.05 * torch.randn(3, generator=gen)
        yield pos, move, ranges
