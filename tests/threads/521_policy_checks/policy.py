import torch
from torch import nn
from torch.distributions import Independent, Normal


class GaussianPolicy(nn.Module):
    def __init__(self, settings):
        super().__init__()
        self.settings = settings
        self.body = nn.Sequential(nn.Linear(settings.obs_dim, settings.hidden), nn.Tanh())
        self.mean = nn.Linear(settings.hidden, settings.act_dim)
        self.log_std = nn.Parameter(torch.zeros(settings.act_dim))
        self.value = nn.Linear(settings.hidden, 1)

    def distribution(self, obs):
        h = self.body(obs)
        log_std = self.log_std.clamp(self.settings.min_log_std, self.settings.max_log_std)
        mean = self.mean(h)
        base = Normal(mean, log_std.exp().expand_as(mean), validate_args=self.settings.strict)
        return Independent(base, 1, validate_args=False), self.value(h).squeeze(-1)

    @torch.no_grad()
    def act(self, obs, generator):
        dist, value = self.distribution(obs)
        noise = torch.randn(dist.mean.shape, generator=generator)
        action = dist.mean + dist.stddev * noise
        return action, dist.log_prob(action), value
