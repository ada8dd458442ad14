import torch

from collect import Collector, PointMass
from noise import NoiseSource, SigmaSchedule
from policy import Actor, ExploringActor, PolicyConfig


def main():
    torch.manual_seed(13)
    actor = Actor(PolicyConfig())
    explorer = ExploringActor(actor, NoiseSource(seed=99))
    collector = Collector(explorer, SigmaSchedule())
    for episode in range(3):
        rewards = collector.run(PointMass(16, seed=episode), steps=12)
        spread = torch.stack(collector.actions[-12:]).std().item()
        print(f"episode {episode} return {rewards.sum(0).mean().item():+.5f} action std {spread:.5f}")
    with torch.no_grad():
        print("greedy", [round(v, 5) for v in actor(PointMass(1, seed=7).observe())[0].tolist()])


if __name__ == "__main__":
    main()
