import copy

import torch
import torch.nn.functional as F
from torch import nn

from caching import PrefixCache


class Block(nn.Module):
    def __init__(self, cfg, index):
        super().__init__()
        self.index = index
        self.heads = cfg.heads
        self.norm = nn.LayerNorm(cfg.width)
        self.qkv = nn.Linear(cfg.width, 3 * cfg.width)
        self.out = nn.Linear(cfg.width, cfg.width)

    def forward(self, x, cache):
        b, n, w = x.shape
        qkv = self.qkv(self.norm(x)).view(b, n, 3, self.heads, w // self.heads)
        q, k, v = qkv.permute(2, 0, 3, 1, 4)
        k, v = cache.update(self.index, k, v)
        y = F.scaled_dot_product_attention(q, k, v)
        return x + self.out(y.transpose(1, 2).reshape(b, n, w))


class FlowPolicy(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.state_in = nn.Linear(cfg.state_dim, cfg.width)
        self.action_in = nn.Linear(cfg.action_dim, cfg.width)
        self.action_out = nn.Linear(cfg.width, cfg.action_dim)
        self.blocks = nn.ModuleList(Block(cfg, i) for i in range(cfg.layers))

    def embed_prefix(self, images, state):
        x = torch.cat([images, self.state_in(state).unsqueeze(1)], dim=1)
        cache = PrefixCache(self.cfg.layers)
        for block in self.blocks:
            x = block(x, cache)
        return cache

    def denoise_step(self, prefix, actions, time):
        cache = copy.deepcopy(prefix)
        x = self.action_in(actions) + time
        for block in self.blocks:
            x = block(x, cache)
        return self.action_out(x)

    def sample_actions(self, images, state, noise):
        prefix = self.embed_prefix(images, state)
        dt = -1.0 / self.cfg.num_inference_steps
        actions, time = noise, 1.0
        for _ in range(self.cfg.num_inference_steps):
            actions = actions + dt * self.denoise_step(prefix, actions, time)
            time += dt
        return actions
