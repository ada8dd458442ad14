import torch
from torch import nn

from runtime import backend_for


def policy_step(layers, state, limit):
    hidden = torch.tanh(layers["inner"](state))
    mean = layers["torque"](hidden).squeeze(-1)
    value = layers["value"](hidden).squeeze(-1)
    return limit * torch.tanh(mean), value


class Agent:
    def __init__(self, config):
        torch.manual_seed(config["seed"])
        width = config["width"]
        self.layers = nn.ModuleDict(
            {"inner": nn.Linear(2, width), "torque": nn.Linear(width, 1), "value": nn.Linear(width, 1)}
        )
        self.limit = config["limit"]
        self.options = config["runtime"]
        self.optimizer = torch.optim.SGD(self.layers.parameters(), lr=config["lr"])
        self.act = None

    def begin_episode(self):
        self.act = torch.compile(policy_step, backend=backend_for(self.options))

    def play(self, env, length):
        state, total, loss = env.reset(), 0.0, 0.0
        for _ in range(length):
            torque, value = self.act(self.layers, state.detach(), self.limit)
            state, reward = env.step(torque)
            loss = loss - reward.mean() + 0.5 * (value - reward.detach()).square().mean()
            total += reward.mean().item()
        self.optimizer.zero_grad()
        (loss / length).backward()
        self.optimizer.step()
        return total
