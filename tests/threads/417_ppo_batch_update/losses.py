import torch
from torch import nn


def mlp(inputs, hidden, outputs):
    return nn.Sequential(nn.Linear(inputs, hidden), nn.Tanh(), nn.Linear(hidden, outputs))


def gae(rewards, values, last_value, gamma, lam):
    advantages = []
    running = torch.zeros_like(last_value)
    following = last_value
    for reward, value in zip(reversed(rewards.unbind(0)), reversed(values.unbind(0))):
        delta = reward + gamma * following - value
        running = delta + gamma * lam * running
        advantages.append(running)
        following = value
    return torch.stack(advantages[::-1])


class ClipPPOLoss(nn.Module):
    def __init__(self, cfg, actor, critic):
        super().__init__()
        self.cfg = cfg
        self.actor = actor
        self.critic = critic

    def estimate(self, batch):
        with torch.no_grad():
            values = self.critic(batch["obs"]).squeeze(-1)
            last = self.critic(batch["last_obs"]).squeeze(-1)
            adv = gae(batch["reward"], values, last, self.cfg.gamma, self.cfg.lam)
        batch["value_target"] = adv + values
        if self.cfg.normalize_advantage:
            adv = (adv - adv.mean()) / (adv.std() + 1e-6)
        batch["advantage"] = adv
        return batch

    def forward(self, batch):
        batch = self.estimate(batch)
        diff = batch["action"] - self.actor(batch["obs"])
        logp = -0.5 * diff.pow(2).sum(-1)
        ratio = (logp - batch["logp"]).exp()
        clipped = ratio.clamp(1 - self.cfg.clip, 1 + self.cfg.clip)
        adv = batch["advantage"]
        policy_loss = -torch.minimum(ratio * adv, clipped * adv).mean()
        value = self.critic(batch["obs"]).squeeze(-1)
        value_loss = (value - batch["value_target"]).pow(2).mean()
        return policy_loss + self.cfg.value_coef * value_loss
