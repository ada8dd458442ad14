"""Learn the arm's critic from fresh and replayed transitions."""
import torch

from arm import ArmSim, Learner, Replay


def main(n_envs=16, rounds=6, replays=2):
    torch.manual_seed(13)
    sim, memory, learner = ArmSim(n_envs), Replay(), Learner()
    for r in range(rounds):
        with torch.no_grad():
            obs = torch.cat([sim.q, sim.dq], dim=1)
            torque = learner.policy(obs) + 0.3 * torch.randn(n_envs, 2)
            fresh = sim.step(torque)
        memory.add(fresh)
        online = learner.update(fresh)
        offline = sum(learner.update(memory.sample(n_envs)) for _ in range(replays)) / replays
        print(f"round {r}  reward {fresh['reward'].mean().item():.5f}  online {online:.5f}  replay {offline:.5f}")


if __name__ == "__main__":
    main()
