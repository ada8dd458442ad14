"""Adversarial distillation loop with alternating optimisers."""
from dataclasses import dataclass

import torch
import torch.nn.functional as F

from nets import Critic, Student


@dataclass
class DistillConfig:
    lr_student: float = 2e-3
    lr_critic: float = 4e-3
    adv_weight: float = 0.2
    ema: float = 0.9
    backend: str = "aot_eager"


class DistillTrainer:
    def __init__(self, cfg):
        self.cfg = cfg
        self.student, self.critic = Student(), Critic()
        self.ema = {k: v.clone() for k, v in self.student.state_dict().items()}
        self.opt_s = torch.optim.Adam(self.student.parameters(), lr=cfg.lr_student)
        self.opt_c = torch.optim.Adam(self.critic.parameters(), lr=cfg.lr_critic)
        self.student_objective = torch.compile(self.student_loss, backend=cfg.backend)
        self.critic_objective = torch.compile(self.critic_loss, backend=cfg.backend)

    def toggle(self, active):
        for net in (self.student, self.critic):
            for p in net.parameters():
                p.requires_grad = net is active

    def student_loss(self, clean, noisy, sigma):
        self.toggle(self.student)
        fake = self.student(noisy, sigma)
        adv = F.softplus(-self.critic(fake)).mean()
        return F.mse_loss(fake, clean) + self.cfg.adv_weight * adv

    def critic_loss(self, clean, noisy, sigma):
        self.toggle(self.critic)
        fake = self.student(noisy, sigma)
        return F.softplus(self.critic(fake)).mean() + F.softplus(-self.critic(clean)).mean()

    def apply(self, opt, loss):
        opt.zero_grad()
        loss.backward()
        opt.step()
        return loss.item()

    @torch.no_grad()
    def update_ema(self):
        for k, v in self.student.state_dict().items():
            self.ema[k].lerp_(v, 1 - self.cfg.ema)

    def fit_batch(self, clean, noisy, sigma):
        loss_c = self.apply(self.opt_c, self.critic_objective(clean, noisy, sigma))
        loss_s = self.apply(self.opt_s, self.student_objective(clean, noisy, sigma))
        self.update_ema()
        return loss_c, loss_s
