"""Reinforcement learning, and tables."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional


class ActorCritic(nn.Module):
    """PPO's loss: a policy that may not move too far, and a value."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 16), nn.Tanh())
        self.actor, self.critic = nn.Linear(16, 3), nn.Linear(16, 1)

    def forward(
        self, state: Tensor, action: Tensor, old: Tensor, gain: Tensor
    ) -> Tensor:
        """Returns the loss."""
        hidden = self.body(state)
        policy = torch.distributions.Categorical(logits=self.actor(hidden))
        ratio = torch.exp(policy.log_prob(action) - old)
        advantage = gain - self.critic(hidden).squeeze(-1).detach()
        bounded = torch.minimum(ratio * advantage, ratio.clamp(0.8, 1.2) * advantage)
        value = functional.mse_loss(self.critic(hidden).squeeze(-1), gain)
        return -bounded.mean() + 0.5 * value - 0.01 * policy.entropy().mean()


class DuelingDQN(nn.Module):
    """Q-learning with a target network and two heads."""

    def __init__(self) -> None:
        super().__init__()
        self.online, self.target = self._net(), self._net().requires_grad_(False)

    @staticmethod
    def _net() -> nn.ModuleDict:
        return nn.ModuleDict(
            {
                "body": nn.Sequential(nn.Linear(4, 16), nn.ReLU()),
                "value": nn.Linear(16, 1),
                "edge": nn.Linear(16, 3),
            }
        )

    @staticmethod
    def _worth(net: nn.ModuleDict, state: Tensor) -> Tensor:
        hidden = net["body"](state)
        edge = net["edge"](hidden)
        return net["value"](hidden) + edge - edge.mean(-1, keepdim=True)

    def forward(
        self, state: Tensor, action: Tensor, gain: Tensor, later: Tensor
    ) -> Tensor:
        """Returns the loss of Bellman's equation."""
        taken = self._worth(self.online, state).gather(1, action[:, None]).squeeze(1)
        with torch.no_grad():
            best = self._worth(self.online, later).argmax(-1, keepdim=True)
            aim = gain + 0.9 * self._worth(self.target, later).gather(1, best).squeeze(
                1
            )
        return functional.smooth_l1_loss(taken, aim)


class SoftActor(nn.Module):
    """SAC's policy: a squashed normal distribution, sampled so that gradients pass."""

    def __init__(self) -> None:
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 4))

    def forward(self, state: Tensor) -> tuple[Tensor, Tensor]:
        """Returns actions and their log-probabilities."""
        mean, width = self.net(state).chunk(2, dim=-1)
        normal = torch.distributions.Normal(mean, width.clamp(-5, 2).exp())
        raw = normal.rsample()
        action = torch.tanh(raw)
        chance = normal.log_prob(raw) - torch.log(1 - action**2 + 1e-6)
        return action, chance.sum(-1)


class FTTransformer(nn.Module):
    """A table's row as tokens: one a column, and one that answers."""

    def __init__(self, numbers: int = 3, kinds: int = 2) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(numbers, 16))
        self.bias = nn.Parameter(torch.zeros(numbers, 16))
        self.kinds = nn.ModuleList(nn.Embedding(8, 16) for _ in range(kinds))
        self.answer = nn.Parameter(torch.randn(1, 1, 16))
        layer = nn.TransformerEncoderLayer(16, 2, 32, batch_first=True, norm_first=True)
        self.body = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
        self.head = nn.Linear(16, 1)

    def forward(self, numbers: Tensor, kinds: Tensor) -> Tensor:
        """Returns one prediction a row."""
        columns = [each(kinds[:, place]) for place, each in enumerate(self.kinds)]
        tokens = torch.cat(
            (
                self.answer.expand(len(numbers), -1, -1),
                numbers[..., None] * self.weight + self.bias,
                torch.stack(columns, dim=1),
            ),
            dim=1,
        )
        return self.head(self.body(tokens)[:, 0])


class TabNet(nn.Module):
    """Steps that each attend to a few columns, which are then spent."""

    def __init__(self, columns: int = 6, steps: int = 3) -> None:
        super().__init__()
        self.masks = nn.ModuleList(nn.Linear(8, columns) for _ in range(steps))
        self.layers = nn.ModuleList(nn.Linear(columns, 8) for _ in range(steps))
        self.head = nn.Linear(8, 1)

    def forward(self, row: Tensor) -> Tensor:
        """Returns a prediction."""
        left, state = torch.ones_like(row), row.new_zeros(len(row), 8)
        total = torch.zeros_like(state)
        for mask, layer in zip(self.masks, self.layers):
            share = torch.softmax(mask(state) + left.clamp_min(1e-5).log(), dim=-1)
            left = left * (1.3 - share)
            state = torch.relu(layer(row * share))
            total = total + state
        return self.head(total)
