import torch
from torch import nn


class ActorCritic(nn.Module):
    def __init__(self, obs_dim, n_actions, hidden):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(obs_dim, hidden), nn.Tanh())
        self.pi = nn.Linear(hidden, n_actions)
        self.v = nn.Linear(hidden, 1)

    def forward(self, obs):
        h = self.trunk(obs)
        return self.pi(h), self.v(h).squeeze(-1)


def lambda_returns(rewards, values, gamma, lam):
    out, running = [], values[-1]
    for t in range(rewards.shape[0] - 1, -1, -1):
        running = rewards[t] + gamma * ((1 - lam) * values[t] + lam * running)
        out.append(running)
    out.reverse()
    return torch.stack(out)


class A2CLoss:
    def __init__(self, net, cfg):
        self.net = net
        self.cfg = cfg

    def score(self, batch):
        logits, values = self.net(batch["obs"])
        target = lambda_returns(batch["rewards"], values.detach(), self.cfg.gamma, self.cfg.lam)
        batch["returns"] = target
        batch["advantages"] = target - values.detach()
        return logits, values, batch

    def compute(self, batch):
        logits, values, batch = self.score(batch)
        adv = batch["advantages"]
        adv = (adv - adv.mean()) / (adv.std() + 1e-6)
        logp = torch.log_softmax(logits, -1)
        chosen = logp.gather(-1, batch["actions"][..., None]).squeeze(-1)
        critic = (batch["returns"] - values).pow(2).mean()
        return -(chosen * adv).mean() + self.cfg.value_coef * critic
