"""Random rotations whose parameters are drawn within the compiled module (kornia#3797)."""
import torch
import torch.nn as nn

from rotation import RandomRotation


class Registration(nn.Module):
    """Finds the angle by which a point cloud was turned."""

    def __init__(self, points=7):
        super().__init__()
        self.turn = RandomRotation((-1.0, 1.0))
        self.fit = nn.Sequential(nn.Linear(4 * points, 16), nn.Tanh(), nn.Linear(16, 1))

    def forward(self, cloud):
        turned, angle = self.turn(cloud)
        both = torch.cat([cloud.flatten(1), turned.flatten(1)], 1)
        return self.fit(both)[:, 0], angle


@torch.compile(backend="eager")
def angular_error(pred, angle):
    return (1 - torch.cos(pred - angle)).mean()


@torch.compile(backend="eager")
def centered(cloud):
    return cloud - cloud.mean(1, keepdim=True)


def main():
    torch.manual_seed(0)
    model = Registration()
    net = torch.compile(model, backend="eager")
    opt = torch.optim.Adam(model.parameters(), lr=0.02)
    for _ in range(4):
        pred, angle = net(centered(torch.randn(8, 7, 2)))
        loss = angular_error(pred, angle)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
