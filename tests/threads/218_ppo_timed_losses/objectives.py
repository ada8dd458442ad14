from dataclasses import dataclass

import torch

from timing import timeit


@dataclass
class PPOConfig:
    clip: float = 0.2
    gamma: float = 0.97
    lam: float = 0.9
    entropy_coef: float = 0.01


@timeit("gae")
def gae(rewards, values, gamma, lam):
    advantages, running = [], torch.zeros_like(rewards[0])
    for t in range(rewards.shape[0] - 1, -1, -1):
        delta = rewards[t] + gamma * values[t + 1] - values[t]
        running = delta + gamma * lam * running
        advantages.append(running)
    return torch.stack(advantages[::-1])


class ClipPPOLoss:
    def __init__(self, policy, cfg):
        self.policy = policy
        self.cfg = cfg

    def __call__(self, batch):
        dist_logits, values = self.policy(batch["obs"])
        logp_all = dist_logits.log_softmax(dim=-1)
        logp = logp_all[:-1].gather(-1, batch["action"][..., None])[..., 0]
        adv = gae(batch["reward"], values.detach(), self.cfg.gamma, self.cfg.lam)
        target = adv + values[:-1].detach()
        adv = (adv - adv.mean()) / (adv.std() + 1e-6)
        ratio = (logp - batch["logp"]).exp()
        clipped = ratio.clamp(1 - self.cfg.clip, 1 + self.cfg.clip) * adv
        actor = -torch.minimum(ratio * adv, clipped).mean()
        critic = (values[:-1] - target).pow(2).mean()
        entropy = -(logp_all.exp() * logp_all).sum(-1).mean()
        return actor + 0.5 * critic - self.cfg.entropy_coef * entropy
