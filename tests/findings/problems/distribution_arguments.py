import torch
from torch import nn
from torch.distributions import Normal


class Policy(nn.Module):
    def __init__(self, observations, actions):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(observations, 32), nn.Tanh())
        self.mean = nn.Linear(32, actions)
        self.log_std = nn.Parameter(torch.zeros(actions))

    def forward(self, observation, action):
        mean = self.mean(self.body(observation))
        policy = Normal(mean, self.log_std.exp())
        return policy.log_prob(action).sum(-1)


def main():
    torch.manual_seed(0)
    model = torch.compile(Policy(6, 2), backend="aot_eager")
    for _ in range(3):
        y = model(torch.randn(4, 6), torch.randn(4, 2))
        y.mean().backward()
    print(tuple(y.shape))


main()
