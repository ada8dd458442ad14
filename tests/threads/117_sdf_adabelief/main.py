"""Fit a signed distance field of two circles with a small sine network."""
import torch

from field import SineField, two_circles
from optim import AdaBelief
from warmup import cosine


def main():
    torch.manual_seed(4)
    net = SineField(width=24, depth=2)
    opt = AdaBelief(net.parameters(), lr=2e-3)
    gen = torch.Generator().manual_seed(9)
    losses = []
    for it in range(12):
        pts = torch.rand(128, 2, generator=gen) * 2 - 1
        target = two_circles(pts)
        loss = (net(pts) - target).abs().mean()
        opt.zero_grad()
        loss.backward()
        opt.set_lr(cosine(it, 12, 2e-3))
        opt.step()
        losses.append(loss.item())
    print(f"first {losses[0]:.4f} last {losses[-1]:.4f}")
    with torch.no_grad():
        probe = net(torch.tensor([[0.0, 0.0], [0.5, 0.5]]))
    print("probe", [round(v, 4) for v in probe.flatten().tolist()])
    print("steps", opt.step_count)


if __name__ == "__main__":
    main()
