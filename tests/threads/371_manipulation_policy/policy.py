from dataclasses import dataclass

import torch
from torch import nn

from tokenizer import encode_batch


@dataclass
class PolicyConfig:
    state_dim: int = 6
    action_dim: int = 6
    chunk: int = 4
    width: int = 32
    max_tokens: int = 32
    denoise_steps: int = 3


class FlowModel(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.text = nn.Embedding(128, cfg.width, padding_idx=0)
        self.state = nn.Linear(cfg.state_dim, cfg.width)
        self.action_in = nn.Linear(cfg.action_dim, cfg.width)
        self.action_out = nn.Linear(cfg.width, cfg.action_dim)

    def sample_actions(self, tokens, mask, state, noise):
        ctx = (self.text(tokens) * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        ctx = (ctx + self.state(state))[:, None]
        x = noise
        for _ in range(self.cfg.denoise_steps):
            x = x + self.action_out(torch.tanh(self.action_in(x) + ctx)) / self.cfg.denoise_steps
        return x


class FlowPolicy(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.model = FlowModel(cfg)

    def sample_actions(self, batch, noise):
        tokens, mask = encode_batch(batch["prompt"], self.cfg.max_tokens)
        state = batch["observation.state"].clamp(-5.0, 5.0)
        return self.model.sample_actions(tokens, mask, state, noise)
