import torch

from planner import MPPI, PlannerConfig, Simulator


class RobustnessCheck:
    """Scores the planner's last candidates from a nudged state."""

    def __init__(self, sim, every=3, nudge=0.03):
        self.sim = sim
        self.every = every
        self.nudge = nudge
        self.gaps = []

    def __call__(self, t, state, planner, best):
        if t % self.every:
            return
        cost = self.sim.cost(state + self.nudge, planner.candidates)
        self.gaps.append((cost.min() - best).item())


@torch.no_grad()
def control_loop(steps=10):
    torch.manual_seed(4)
    sim = Simulator()
    planner = MPPI(PlannerConfig(), sim)
    check = RobustnessCheck(sim)
    state = torch.tensor([0.0, 0.0, 0.25, 0.0])
    for t in range(steps):
        force, best = planner.plan(state)
        check(t, state, planner, best)
        state = sim.step(state, force)
        planner.shift()
        print(f"{t:02d} force {force.item():+.4f} best {best.item():.4f} angle {state[2].item():+.5f}")
    print("gaps", [round(g, 4) for g in check.gaps])


if __name__ == "__main__":
    control_loop()
