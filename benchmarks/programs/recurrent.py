"""A world model: recurrent state, message passing over a graph, and a replay list."""

import torch
import torch.nn.functional as F
from torch import nn


class MessagePassing(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.message = nn.Linear(2 * width, width)
        self.update = nn.GRUCell(width, width)

    def forward(self, nodes, edges):
        source, target = edges
        sent = F.relu(self.message(torch.cat([nodes[source], nodes[target]], -1)))
        received = torch.zeros_like(nodes).index_add(0, target, sent)
        return self.update(received, nodes)


class WorldModel(nn.Module):
    def __init__(self, width=16, rounds=3):
        super().__init__()
        self.encode = nn.Linear(4, width)
        self.rounds = nn.ModuleList(MessagePassing(width) for _ in range(rounds))
        self.memory = nn.LSTMCell(width, width)
        self.decode = nn.Linear(width, 4)
        self.state = None

    def reset(self):
        self.state = None

    def forward(self, observation, edges):
        nodes = self.encode(observation)
        for layer in self.rounds:
            nodes = layer(nodes, edges)
        if self.state is not None:
            hidden, cell = self.state
        else:
            hidden, cell = torch.zeros_like(nodes), torch.zeros_like(nodes)
        hidden, cell = self.memory(nodes, (hidden, cell))
        self.state = (hidden.detach(), cell.detach())
        return observation + self.decode(hidden)


def main():
    torch.manual_seed(0)
    model = WorldModel()
    model.compile(backend="aot_eager")
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for episode in range(3):
        nodes = 6 + 2 * episode
        edges = torch.randint(0, nodes, (2, 3 * nodes))
        observation = torch.randn(nodes, 4)
        model.reset()
        for _ in range(3):
            predicted = model(observation, edges)
            loss = F.mse_loss(predicted, observation.roll(1, 0))
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
            observation = predicted.detach()
    print(f"{loss.item():.3f}")


main()
