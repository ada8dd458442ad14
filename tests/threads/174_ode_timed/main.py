"""Fits the friction of a chain of pendulums through a differentiable RK4 solver."""
import torch

from chain import PendulumChain
from profiling import report
from solver import rollout


def simulate_truth(chain, state, steps, dt):
    with torch.no_grad():
        out = [state]
        for _ in range(steps):
            k1 = chain.raw_field(out[-1])
            k2 = chain.raw_field(out[-1] + 0.5 * dt * k1)
            out.append(out[-1] + dt * k2)
    return out[-1]


def main():
    torch.manual_seed(3)
    dt, steps = 0.05, 3
    truth = PendulumChain(n=6, friction=0.30, coupling=1.2)
    model = PendulumChain(n=6, friction=0.05, coupling=0.9)
    start = torch.randn(16, 12) * 0.5
    target = simulate_truth(truth, start, steps, dt)

    opt = torch.optim.Adam(model.parameters(), lr=0.05)
    for epoch in range(12):
        opt.zero_grad()
        end, energy = rollout(model, start, dt, steps)
        loss = (end - target).square().mean() + 1e-4 * energy
        loss.backward()
        opt.step()
        if epoch % 4 == 3:
            print(f"epoch {epoch:2d}  loss {loss.item():.6f}")

    print(f"friction {model.friction.item():.4f}  coupling {model.coupling.item():.4f}")
    print("field was timed:", report("field") > 0)


if __name__ == "__main__":
    main()
