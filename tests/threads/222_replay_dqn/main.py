import torch
import torch.nn.functional as F
from torch import nn

from replay import ReplayBuffer, UniformSampler
from storage import RingStorage

OBS, ACTIONS, ENVS = 4, 3, 8


class DriftEnv:
    def __init__(self, seed: int):
        self.gen = torch.Generator().manual_seed(seed)
        self.obs = torch.randn(ENVS, OBS, generator=self.gen)
        self.push = torch.randn(ACTIONS, OBS, generator=self.gen) * 0.3

    def step(self, action: torch.Tensor) -> dict[str, torch.Tensor]:
        noise = 0.05 * torch.randn(ENVS, OBS, generator=self.gen)
        nxt = 0.95 * self.obs + self.push[action] + noise
        out = {"obs": self.obs, "action": action, "reward": -nxt.norm(dim=-1), "next_obs": nxt}
        self.obs = nxt
        return out


def td_loss(q: nn.Module, target: nn.Module, batch, gamma: float = 0.95) -> torch.Tensor:
    obs, action, reward, next_obs = batch
    with torch.no_grad():
        goal = reward + gamma * target(next_obs).amax(-1)
    return F.smooth_l1_loss(q(obs).gather(1, action[:, None])[:, 0], goal)


def main():
    torch.manual_seed(0)
    q, target = (nn.Sequential(nn.Linear(OBS, 32), nn.Tanh(), nn.Linear(32, ACTIONS)) for _ in "ab")
    target.load_state_dict(q.state_dict())
    env = DriftEnv(1)
    buffer = ReplayBuffer(RingStorage(200, OBS), UniformSampler(2), reward_clip=2.0)
    extend = torch.compile(buffer.extend, backend="eager")
    opt = torch.optim.Adam(q.parameters(), lr=3e-3)
    for step in range(40):
        greedy = q(env.obs).argmax(-1)
        explore = torch.rand(ENVS) < 0.2
        action = torch.where(explore, torch.randint(ACTIONS, (ENVS,)), greedy)
        reward = extend(env.step(action))
        loss = td_loss(q, target, buffer.sample(32))
        opt.zero_grad()
        loss.backward()
        opt.step()
        for p, t in zip(q.parameters(), target.parameters()):
            t.data.lerp_(p.data, 0.05)
        if step % 10 == 9:
            print(f"step {step + 1}: stored {len(buffer.storage)} "
                  f"reward {reward.item():.4f} loss {loss.item():.5f}")


if __name__ == "__main__":
    main()
