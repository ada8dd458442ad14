import torch

from sinkhorn import Sinkhorn


def ring(n, radius):
    angle = torch.arange(n) * (2 * torch.pi / n)
    return radius * torch.stack([angle.cos(), angle.sin()], dim=1)


class Flow:
    """Moves a cloud towards a target along the gradient of the transport cost."""

    def __init__(self, loss, points, lr):
        self.loss = loss
        self.points = points.requires_grad_(True)
        self.optim = torch.optim.SGD([self.points], lr=lr)

    def step(self, target, a, b):
        cost, gap = self.loss(self.points, target, a, b)
        self.optim.zero_grad()
        cost.backward()
        self.optim.step()
        return cost.item(), gap.item()


def main():
    torch.manual_seed(0)
    n, m = 24, 16
    target = ring(m, 0.6)
    a = torch.full((n,), 1.0 / n)
    b = torch.softmax(0.3 * torch.randn(m), dim=0)
    solver = torch.compile(Sinkhorn(epsilon=0.2), backend="aot_eager")
    flow = Flow(solver, 0.3 * torch.randn(n, 2), lr=4.0)
    for step in range(5):
        cost, gap = flow.step(target, a, b)
        spread = flow.points.detach().norm(dim=1).mean()
        print(f"step {step} cost {cost:.5f} gap {gap:.6f} radius {spread:.5f}")


if __name__ == "__main__":
    main()
