import torch
from torch import nn

from flow import EulerClock, TimeEmbedding


class ActionExpert(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.state_proj = nn.Linear(cfg.state_dim, cfg.hidden)
        self.action_in = nn.Linear(cfg.action_dim, cfg.hidden)
        self.time_embed = TimeEmbedding(cfg.hidden)
        self.mixer = nn.TransformerEncoderLayer(
            cfg.hidden, nhead=4, dim_feedforward=96, dropout=0.0, batch_first=True
        )
        self.action_out = nn.Linear(cfg.hidden, cfg.action_dim)

    def forward(self, x_t, prefix, time):
        t = self.time_embed(time, x_t.shape[0])
        h = self.action_in(x_t) + prefix[:, None] + t[:, None]
        return self.action_out(self.mixer(h))


class FlowPolicy(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.expert = ActionExpert(cfg)

    def encode(self, state):
        return torch.tanh(self.expert.state_proj(state))

    def forward(self, state, noise):
        prefix = self.encode(state)
        clock = EulerClock(self.cfg.num_steps, state.device)
        x_t = noise
        while clock.running():
            velocity = self.expert(x_t, prefix, clock.time)
            x_t = clock.tick(x_t, velocity)
        return x_t.clamp(-self.cfg.action_clip, self.cfg.action_clip)
