"""A stirred tank reactor: fit rate constants and the feed to a concentration curve."""
import torch

from reactor import Reactor
from solve import Integrator


def analytic(k1, k2, dt, steps):
    """Concentrations of A and B for a pure feed of A."""
    t = dt * torch.arange(1, steps + 1)
    a = torch.exp(-k1 * t)
    b = k1 / (k2 - k1) * (torch.exp(-k1 * t) - torch.exp(-k2 * t))
    return torch.stack([a, b, 1 - a - b], 1)


def main():
    torch.manual_seed(1)
    guess = Reactor(k1=0.5, k2=0.5)
    feed = torch.tensor([[0.8, 0.1, 0.1]], requires_grad=True)
    integ = Integrator(dt=0.1, steps=8)
    target = analytic(0.8, 0.3, 0.1, 8)
    opt = torch.optim.Adam([*guess.parameters(), feed], lr=0.05)
    for _ in range(3):
        loss = (integ.run(guess, feed)[:, 0] - target).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(f"loss {loss.item():.6f}")
    print("k", [round(p.item(), 4) for p in guess.parameters()])
    print("feed", [round(v, 4) for v in feed.flatten().tolist()])


if __name__ == "__main__":
    main()
