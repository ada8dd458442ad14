import torch
import torch.nn as nn

from dynamics import advance, cost


class Controller(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, width), nn.Tanh(), nn.Linear(width, 1))

    def forward(self, obs):
        return 10.0 * torch.tanh(self.net(obs)).squeeze(-1)


def perturbed(controller, vector):
    nn.utils.vector_to_parameters(vector, controller.parameters())
    return controller


def rollout_cost(controller, state, horizon):
    total = torch.zeros(state.batch)
    for _ in range(horizon):
        force = controller(state.observation())
        state = advance(state, force)
        total = total + cost(state, force)
    return total.mean(), state
