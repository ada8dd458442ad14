import torch

from physics import Simulator, device_put
from scene import SceneConfig, spawn


def rollout(sim, seed, frames=4, frame_skip=25):
    state = device_put(spawn(sim.cfg, num_envs=3, seed=seed))
    log = [sim.sensors(state)]
    for _ in range(frames):
        for _ in range(frame_skip):
            state = sim.step(state)
        log.append(sim.sensors(state))
    return state, torch.stack(log)


def main():
    torch.manual_seed(0)
    sim = Simulator(SceneConfig())
    for seed in range(3):
        state, log = rollout(sim, seed)
        energy, load = log[-1].mean(0).tolist()
        drift = (log[-1] - log[0])[:, 0].abs().max().item()
        print(f"scene {seed} contacts {state.ncon.tolist()} energy {energy:.4f} load {load:.4f} drift {drift:.4f}")


if __name__ == "__main__":
    main()
