import torch

from optim import FlatAdamW
from schedule import OneCycle

STEPS = 14


def potential(points):
    """Lennard-Jones energy of a small cluster with a weak trap."""
    delta = points[:, None] - points[None, :]
    dist2 = delta.square().sum(-1) + torch.eye(points.shape[0])
    inv6 = (1.0 / dist2.clamp(min=0.3)) ** 3
    pair = (4 * (inv6.square() - inv6)).triu(1).sum()
    return pair + 0.05 * points.square().sum()


def gradient(flat):
    x = flat.detach().view(-1, 3).requires_grad_()
    energy = potential(x)
    (grad,) = torch.autograd.grad(energy, x)
    return energy.item(), grad.reshape(-1)


def main():
    torch.manual_seed(5)
    flat = 1.4 * torch.randn(10 * 3)
    optimizer = FlatAdamW(flat, lr=0.01)
    schedule = OneCycle(optimizer, max_lr=0.12, total_steps=STEPS)
    for i in range(STEPS):
        energy, grad = gradient(flat)
        grad = grad.clamp(-50, 50)
        optimizer.step(grad)
        schedule.step()
        if i % 3 == 0:
            print(f"{i:3d} energy {energy:.5f} lr {optimizer.group['lr'].item():.5f}")
    print(f"final {gradient(flat)[0]:.5f}")


if __name__ == "__main__":
    main()
