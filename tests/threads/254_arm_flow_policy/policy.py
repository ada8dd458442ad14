from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F

from prefix import PrefixStore


@dataclass
class PolicyConfig:
    state_dim: int = 14
    action_dim: int = 7
    chunk: int = 8
    width: int = 32
    layers: int = 2
    flow_steps: int = 4


class Block(nn.Module):
    def __init__(self, width, index):
        super().__init__()
        self.index = index
        self.norm = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.proj = nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width))

    def forward(self, x, store, suffix):
        q, k, v = self.qkv(self.norm(x)).chunk(3, dim=-1)
        if suffix:
            k, v = store.extend(self.index, k, v, torch.cat)
        else:
            store.put(self.index, k, v)
        x = x + self.proj(F.scaled_dot_product_attention(q, k, v))
        return x + self.mlp(x)


class FlowPolicy(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.camera = nn.Conv2d(3, cfg.width, 8, stride=8)
        self.state_in = nn.Linear(cfg.state_dim, cfg.width)
        self.action_in = nn.Linear(cfg.action_dim, cfg.width)
        self.time_in = nn.Linear(2, cfg.width)
        self.blocks = nn.ModuleList(Block(cfg.width, i) for i in range(cfg.layers))
        self.action_out = nn.Linear(cfg.width, cfg.action_dim)

    def encode_observation(self, image, state):
        tokens = self.camera(image).flatten(2).transpose(1, 2)
        x = torch.cat([tokens, self.state_in(state).unsqueeze(1)], dim=1)
        store = PrefixStore(self.cfg.layers)
        for block in self.blocks:
            x = block(x, store, suffix=False)
        return store

    def velocity(self, actions, time, prefix):
        store = prefix.branch()
        phase = torch.stack([torch.sin(time), torch.cos(time)], dim=-1)
        x = self.action_in(actions) + self.time_in(phase)
        for block in self.blocks:
            x = block(x, store, suffix=True)
        return self.action_out(x)

    def sample_actions(self, image, state, noise):
        prefix = self.encode_observation(image, state)
        actions = noise
        dt = 1.0 / self.cfg.flow_steps
        for step in range(self.cfg.flow_steps):
            time = torch.full((1,), step * dt)
            actions = actions + dt * self.velocity(actions, time, prefix)
        return actions.clamp(-1.0, 1.0)
