import copy
from dataclasses import dataclass

import torch
from torch import nn
import torch.nn.functional as F

from cache import PrefixCache


@dataclass
class PolicyConfig:
    obs_dim: int = 6
    action_dim: int = 2
    horizon: int = 4
    width: int = 16
    layers: int = 2
    flow_steps: int = 3


class Layer(nn.Module):
    def __init__(self, width, index):
        super().__init__()
        self.index = index
        self.qkv = nn.Linear(width, 3 * width)
        self.mlp = nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width))

    def forward(self, x, cache):
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        k, v = cache.update(self.index, k, v)
        x = x + F.scaled_dot_product_attention(q, k, v)
        return x + self.mlp(x)


class FlowPolicy(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.observe = nn.Linear(config.obs_dim, 3 * config.width)
        self.embed = nn.Linear(config.action_dim + 1, config.width)
        self.layers = nn.ModuleList(Layer(config.width, i) for i in range(config.layers))
        self.head = nn.Linear(config.width, config.action_dim)

    def run_layers(self, tokens, cache):
        for layer in self.layers:
            tokens = layer(tokens, cache)
        return tokens

    def encode_prefix(self, obs):
        cache = PrefixCache()
        tokens = self.observe(obs).view(obs.shape[0], 3, self.config.width)
        self.run_layers(tokens, cache)
        return cache

    def velocity(self, actions, time, prefix):
        cache = copy.deepcopy(prefix)
        stamp = torch.full_like(actions[..., :1], time)
        tokens = self.embed(torch.cat([actions, stamp], dim=-1))
        return self.head(self.run_layers(tokens, cache))

    def sample_actions(self, obs, noise):
        prefix = self.encode_prefix(obs)
        steps = self.config.flow_steps
        actions = noise
        for i in range(steps):
            actions = actions + self.velocity(actions, i / steps, prefix) / steps
        return actions
