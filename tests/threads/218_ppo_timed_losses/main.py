import sys

import torch
from torch import nn

from objectives import ClipPPOLoss, PPOConfig
from timing import timeit


class ActorCritic(nn.Module):
    def __init__(self, obs_dim=4, actions=3, width=32):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(obs_dim, width), nn.Tanh())
        self.pi = nn.Linear(width, actions)
        self.v = nn.Linear(width, 1)

    def forward(self, obs):
        h = self.body(obs)
        return self.pi(h), self.v(h)[..., 0]


@timeit("collect")
@torch.no_grad()
def collect(policy, horizon=8, envs=6):
    obs = [torch.randn(envs, 4)]
    actions, logps, rewards = [], [], []
    for _ in range(horizon):
        logp = policy(obs[-1])[0].log_softmax(-1)
        action = torch.multinomial(logp.exp(), 1)
        push = (action.float() - 1) * torch.tensor([[0.1, -0.1, 0.2, 0.0]])
        obs.append(0.95 * obs[-1] + push)
        actions.append(action[:, 0])
        logps.append(logp.gather(-1, action)[:, 0])
        rewards.append(-obs[-1].pow(2).sum(-1))
    return {"obs": torch.stack(obs), "action": torch.stack(actions),
            "logp": torch.stack(logps), "reward": torch.stack(rewards)}


def main():
    torch.manual_seed(0)
    policy = ActorCritic()
    loss_fn = torch.compile(ClipPPOLoss(policy, PPOConfig()), backend="eager")
    opt = torch.optim.Adam(policy.parameters(), lr=3e-3)
    for it in range(3):
        batch = collect(policy)
        for _ in range(2):
            with timeit("update"):
                loss = loss_fn(batch)
                opt.zero_grad()
                loss.backward()
            opt.step()
        print(f"iter {it}: loss {loss:.5f} reward {batch['reward'].mean():.5f}")
    print(timeit.report(), file=sys.stderr)


if __name__ == "__main__":
    main()
