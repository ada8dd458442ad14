"""Images, points and graphs, in a few lines of torch."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional


def _block(inner: int, outer: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inner, outer, 3, padding=1), nn.BatchNorm2d(outer), nn.ReLU()
    )


class UNet(nn.Module):
    """Down, up again, and across."""

    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.top, self.low = _block(3, width), _block(width, 2 * width)
        self.up = nn.ConvTranspose2d(2 * width, width, 2, stride=2)
        self.join, self.head = _block(2 * width, width), nn.Conv2d(width, 2, 1)

    def forward(self, image: Tensor) -> Tensor:
        """Returns two maps of scores."""
        top = self.top(image)
        low = self.low(functional.max_pool2d(top, 2))
        return self.head(self.join(torch.cat((top, self.up(low)), dim=1)))


class PointNet(nn.Module):
    """The same network on each point, and the largest of all answers."""

    def __init__(self) -> None:
        super().__init__()
        self.turn = nn.Sequential(nn.Conv1d(3, 8, 1), nn.ReLU())
        self.square = nn.Linear(8, 9)
        self.body = nn.Sequential(nn.Conv1d(3, 16, 1), nn.BatchNorm1d(16), nn.ReLU())
        self.head = nn.Linear(16, 4)

    def forward(self, points: Tensor) -> Tensor:
        """Returns scores; `points` is [batch, 3, number]."""
        square = self.square(self.turn(points).amax(-1)).view(-1, 3, 3)
        turned = (square + torch.eye(3)) @ points
        return self.head(self.body(turned).amax(-1))


class SpatialTransformer(nn.Module):
    """Looks at an image, turns it, and looks again."""

    def __init__(self) -> None:
        super().__init__()
        self.look = nn.Sequential(nn.Flatten(), nn.Linear(16 * 16, 6))
        self.read = nn.Sequential(nn.Flatten(), nn.Linear(16 * 16, 4))

    def forward(self, image: Tensor) -> Tensor:
        """Returns scores of one channel's image."""
        turn = self.look(image).view(-1, 2, 3)
        grid = functional.affine_grid(turn, list(image.shape), align_corners=False)
        return self.read(functional.grid_sample(image, grid, align_corners=False))


class CapsuleNet(nn.Module):
    """Capsules that agree on what they see, by routing."""

    def __init__(self, inner: int = 6, outer: int = 3, rounds: int = 3) -> None:
        super().__init__()
        self.rounds = rounds
        self.votes = nn.Parameter(torch.randn(inner, outer, 4, 4) * 0.3)

    def forward(self, capsules: Tensor) -> Tensor:
        """Returns the lengths of the outer capsules."""
        votes = torch.einsum("bik,iokl->biol", capsules, self.votes)
        logits = votes.new_zeros(votes.shape[:3])
        for _ in range(self.rounds):
            total = (logits.softmax(-1)[..., None] * votes).sum(1)
            square = total.square().sum(-1, keepdim=True)
            out = square / (1 + square) * total / (square + 1e-8).sqrt()
            logits = logits + (votes * out[:, None]).sum(-1)
        return out.norm(dim=-1)


class MLPMixer(nn.Module):
    """Patches and channels, mixed in turn."""

    def __init__(self, patches: int = 16, width: int = 16) -> None:
        super().__init__()
        self.patch = nn.Conv2d(3, width, 8, 8)
        self.tokens = nn.Sequential(
            nn.Linear(patches, 32), nn.GELU(), nn.Linear(32, patches)
        )
        self.channels = nn.Sequential(
            nn.LayerNorm(width), nn.Linear(width, 32), nn.GELU(), nn.Linear(32, width)
        )
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, 4)

    def forward(self, image: Tensor) -> Tensor:
        """Returns scores."""
        x = self.patch(image).flatten(2).mT
        x = x + self.tokens(self.norm(x).mT).mT
        return self.head((x + self.channels(x)).mean(1))


class DenseGraph(nn.Module):
    """A graph network with the whole matrix of who knows whom."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(4, 8), nn.Linear(8, 2)

    def forward(self, nodes: Tensor, edges: Tensor) -> Tensor:
        """Returns two scores a node."""
        edges = (edges > 0).float() + torch.eye(len(edges))
        scale = edges.sum(-1).rsqrt()
        spread = scale[:, None] * edges * scale
        return spread @ self.second(torch.relu(spread @ self.first(nodes)))


class MessagePassing(nn.Module):
    """A graph network with a list of edges: gather, then add up where they end."""

    def __init__(self, rounds: int = 2) -> None:
        super().__init__()
        self.rounds = rounds
        self.message, self.update = nn.Linear(16, 8), nn.GRUCell(8, 8)

    def forward(self, nodes: Tensor, edges: Tensor) -> Tensor:
        """Returns the nodes' states; `edges` is [2, number]."""
        source, target = edges
        for _ in range(self.rounds):
            both = torch.cat((nodes[source], nodes[target]), dim=-1)
            heard = torch.zeros_like(nodes).index_add(
                0, target, torch.relu(self.message(both))
            )
            nodes = self.update(heard, nodes)
        return nodes
