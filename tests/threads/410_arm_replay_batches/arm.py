"""Two-joint arm: simulator, replay memory and learner."""
import torch
from torch import nn

from batch import Batch


class ArmSim:
    def __init__(self, n_envs, dt=0.1):
        self.dt, self.goal = dt, torch.tensor([0.6, 0.9])
        self.q, self.dq = torch.zeros(n_envs, 2), torch.zeros(n_envs, 2)

    def tip(self):
        a, b = self.q[:, 0], self.q[:, 0] + self.q[:, 1]
        return torch.stack([a.cos() + b.cos(), a.sin() + b.sin()], dim=1)

    def step(self, torque):
        obs = torch.cat([self.q, self.dq], dim=1)
        self.dq = 0.9 * self.dq + self.dt * torque
        self.q = self.q + self.dt * self.dq
        reward = -(self.tip() - self.goal).square().sum(1)
        fields = {"obs": obs, "action": torque, "reward": reward, "next_obs": torch.cat([self.q, self.dq], dim=1)}
        return Batch(fields, (len(obs),))


class Replay:
    def __init__(self):
        self.items = []

    def add(self, batch):
        self.items.append(batch)

    def sample(self, n):
        keys = ("obs", "action", "reward", "next_obs")
        merged = Batch({k: torch.cat([b[k] for b in self.items]) for k in keys}, (sum(b.batch_size[0] for b in self.items),))
        return merged.take(torch.randint(0, merged.batch_size[0], (n,)))


class Learner:
    def __init__(self, gamma=0.9, lr=3e-3, backend="aot_eager"):
        self.policy = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 2), nn.Tanh())
        self.critic = nn.Sequential(nn.Linear(6, 32), nn.SiLU(), nn.Linear(32, 1))
        self.opt = torch.optim.Adam(self.critic.parameters(), lr=lr)
        self.gamma = gamma
        self.td_loss = torch.compile(self._td_loss, backend=backend)

    def _td_loss(self, batch):
        value = self.critic(batch.select("obs", "action").concat("obs", "action")).squeeze(-1)
        with torch.no_grad():
            nxt = batch["next_obs"]
            target = self.critic(torch.cat([nxt, self.policy(nxt)], dim=-1)).squeeze(-1)
        return nn.functional.mse_loss(value, batch["reward"] + self.gamma * target)

    def update(self, batch):
        loss = self.td_loss(batch)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()
