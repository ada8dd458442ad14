import torch

from pipeline import Pipeline
from scopes import CALLS, describe, energy
from stages import GRAVITY, STAGES


def chain(n):
    pos = torch.zeros(n, 2)
    pos[:, 0] = torch.arange(n) * 0.5
    vel = 0.1 * torch.randn(n, 2)
    vel[0] = 0
    return {"pos": pos, "vel": vel}


def main():
    torch.manual_seed(11)
    masses = 0.2 + 0.3 * torch.rand(7)
    state = chain(7)
    before = energy(state, masses, GRAVITY)
    pipe = Pipeline(STAGES, backend="aot_eager")
    print(describe(pipe.raw))
    state, track = pipe.rollout(state, masses, steps=120)
    after = energy(state, masses, GRAVITY)
    print("tip", [round(v, 4) for v in state["pos"][-1].tolist()])
    print("energy", round(before.item(), 3), round(after.item(), 3))
    print("drop", round((track[0, 1] - track[-1, 1]).item(), 4))
    print("calls", sum(CALLS.values()))


if __name__ == "__main__":
    main()
