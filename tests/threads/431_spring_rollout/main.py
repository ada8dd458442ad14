import torch

from diagnostics import BestTracker, EnergyLog
from scene import Scene, build_grid
from simulator import SpringSimulator


def identify(sim, start, target, callbacks, iters=6):
    rollout = torch.compile(sim, backend="aot_eager")
    opt = torch.optim.Adam(sim.parameters(), lr=0.05)
    best = BestTracker()
    for step in range(iters):
        opt.zero_grad()
        pos, vel = rollout(start, torch.zeros_like(start))
        loss = (pos - target).pow(2).mean()
        loss.backward()
        opt.step()
        best.update(step, loss.item())
        for cb in callbacks:
            cb.on_step(step, pos, vel)
        print(f"iter {step} loss {loss.item():.6f}")
    return best


def main():
    torch.manual_seed(11)
    scene = Scene()
    pos, edges, rest = build_grid(scene)
    sim = SpringSimulator(scene, edges, rest)
    start = pos + 0.15 * torch.randn_like(pos)
    target = pos + 0.05 * torch.randn_like(pos)
    log = EnergyLog(sim)
    best = identify(sim, start, target, [log])
    print("energy", [round(e, 4) for e in log.history])
    print(f"best {best.best:.6f} at {best.step}")
    print(f"stiffness {sim.log_scale.exp().mean().item():.4f}")


if __name__ == "__main__":
    main()
