import torch

from dynamics import SemiImplicitEuler, SpringMesh
from scene import SceneConfig, grid_springs, initial_state


class Recorder:
    def __init__(self, every):
        self.every = every
        self.frames = []

    def __call__(self, step, state):
        if step % self.every == 0:
            self.frames.append({k: v.clone() for k, v in state.items()})

    def peak(self, key):
        return max(f[key].abs().max().item() for f in self.frames)


class Simulator:
    def __init__(self, cfg, backend="eager"):
        self.cfg = cfg
        self.mesh = SpringMesh(cfg, grid_springs(cfg.rows, cfg.cols))
        self.integrator = SemiImplicitEuler(self.mesh, cfg)
        self.advance = torch.compile(self.integrator.advance, backend=backend)

    def rollout(self, state, steps, callbacks=()):
        for step in range(steps):
            state = self.advance(state)
            for callback in callbacks:
                callback(step, state)
        return state


def main():
    torch.manual_seed(0)
    cfg = SceneConfig()
    sim = Simulator(cfg)
    for run in range(2):
        recorder = Recorder(every=10)
        state = initial_state(SceneConfig(seed=run))
        final = sim.rollout(state, 40, callbacks=[recorder])
        print(f"run {run}: energy {sim.mesh.energy(final):.5f} "
              f"lowest {final['pos'][:, 2].min():.5f} "
              f"peak force {recorder.peak('force'):.4f} peak vel {recorder.peak('vel'):.4f}")


if __name__ == "__main__":
    main()
