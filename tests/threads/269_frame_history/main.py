import torch

from envs import PointMass, PointMassConfig
from policy import PixelPolicy
from wrappers import FrameHistory, RewardScale


@torch.no_grad()
def rollout(env, act, episodes: int):
    for episode in range(episodes):
        obs, done, total, values = env.reset(), False, 0.0, []
        while not done:
            action, value = act(obs)
            obs, reward, done = env.step(action)
            total += reward.mean().item()
            values.append(value.mean())
        yield episode, total, torch.stack(values).std().item()


if __name__ == "__main__":
    torch.manual_seed(2)
    env = FrameHistory(RewardScale(PointMass(PointMassConfig(), seed=9), 0.1), depth=4)
    policy = PixelPolicy(depth=4).eval()
    with torch.no_grad():
        policy(env.reset())
    act = torch.compile(policy, backend="aot_eager")
    for episode, total, spread in rollout(env, act, episodes=3):
        print(f"episode {episode} return {total:.6f} value spread {spread:.6f}")
