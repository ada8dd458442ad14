"""An actor whose actions a hook keeps inside the spec (torchrl, pytorch#140394)."""
import torch
import torch.nn as nn

from actor import make_actor
from spec import Bounded


class Critic(nn.Module):
    def __init__(self, obs, act):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(obs + act, 16), nn.Tanh(), nn.Linear(16, 1))

    def forward(self, obs, action):
        return self.net(torch.cat([obs, action], dim=-1)).squeeze(-1)


@torch.compile(backend="eager")
def advantage(reward, value, next_value, discount: float = 0.9):
    return reward + discount * next_value - value


def main():
    torch.manual_seed(0)
    actor = make_actor(5, 2, Bounded(-0.3, 0.4))
    critic = Critic(5, 2)
    policy = torch.compile(actor, backend="eager")
    value = torch.compile(critic, backend="eager")
    opt = torch.optim.SGD([*actor.parameters(), *critic.parameters()], lr=0.05)
    for _ in range(4):
        obs, later = torch.randn(7, 5), torch.randn(7, 5)
        action = policy(obs)
        reward = -action.detach().square().sum(-1)
        delta = advantage(reward, value(obs, action), value(later, policy(later)))
        loss = delta.square().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"{loss.item():.5f} {action.min().item():.3f} {action.max().item():.3f}")


if __name__ == "__main__":
    main()
