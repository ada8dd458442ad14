import torch
from torch import nn

from rollout import Episode, discounted


class Policy(nn.Module):
    def __init__(self, num_actions, hidden=32):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(2, hidden), nn.Tanh())
        self.logits = nn.Linear(hidden, num_actions)

    def forward(self, obs):
        return torch.log_softmax(self.logits(self.body(obs)), -1)


class Reinforce:
    def __init__(self, num_actions, lr=1e-2, gamma=0.97, entropy_coef=0.01):
        self.policy = Policy(num_actions)
        self.optimizer = torch.optim.Adam(self.policy.parameters(), lr=lr)
        self.gamma = gamma
        self.entropy_coef = entropy_coef
        self.episode = Episode()
        self.act = torch.compile(self._act, backend="aot_eager")

    def _act(self, obs, noise):
        log_p = self.policy(obs)
        action = (log_p.detach() + noise).argmax(-1)
        chosen = log_p.gather(-1, action[:, None]).squeeze(-1)
        self.episode.record(chosen, -(log_p.exp() * log_p).sum(-1))
        return action

    def observe(self, reward):
        self.episode.rewards.append(reward)

    def update(self):
        returns = discounted(self.episode.rewards, self.gamma)
        log_probs = torch.stack(self.episode.log_probs)
        entropy = torch.stack(self.episode.entropies).mean()
        loss = -(returns * log_probs).mean() - self.entropy_coef * entropy
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        total = torch.stack(self.episode.rewards).sum(0).mean()
        self.episode.clear()
        return loss.item(), total.item()
