from dataclasses import dataclass

import torch
from torch import nn

from kv import PrefixCache


@dataclass
class PolicyConfig:
    obs_dim: int = 10
    act_dim: int = 4
    chunk: int = 5
    dim: int = 24
    layers: int = 2
    denoise_steps: int = 4


class Block(nn.Module):
    def __init__(self, dim, index):
        super().__init__()
        self.index = index
        self.norm = nn.LayerNorm(dim)
        self.qkv = nn.Linear(dim, 3 * dim)
        self.ff = nn.Linear(dim, dim)

    def forward(self, x, cache):
        q, k, v = self.qkv(self.norm(x)).chunk(3, -1)
        k, v = cache.update(self.index, k, v)
        x = x + nn.functional.scaled_dot_product_attention(q, k, v)
        return x + torch.tanh(self.ff(x))


class FlowPolicy(nn.Module):
    """Encodes the observation once, then integrates the action flow over it."""

    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.embed_obs = nn.Linear(cfg.obs_dim, cfg.dim)
        self.embed_act = nn.Linear(cfg.act_dim + 1, cfg.dim)
        self.blocks = nn.ModuleList([Block(cfg.dim, i) for i in range(cfg.layers)])
        self.out = nn.Linear(cfg.dim, cfg.act_dim)

    def run_blocks(self, x, cache):
        for block in self.blocks:
            x = block(x, cache)
        return x

    def encode(self, frames):
        cache = PrefixCache(self.cfg.layers)
        self.run_blocks(self.embed_obs(frames), cache)
        return cache

    def velocity(self, actions, time, cache):
        t = time.expand(actions.shape[0], actions.shape[1], 1)
        x = self.embed_act(torch.cat([actions, t], -1))
        return self.out(self.run_blocks(x, cache.fork()))

    def sample_actions(self, frames, noise):
        cache = self.encode(frames)
        dt = 1.0 / self.cfg.denoise_steps
        actions = noise
        time = torch.ones(1, 1, 1)
        for _ in range(self.cfg.denoise_steps):
            actions = actions - dt * self.velocity(actions, time, cache)
            time = time - dt
        return actions
