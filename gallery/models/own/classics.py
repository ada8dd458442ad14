"""Networks of the textbooks."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional


class MLP(nn.Module):
    """Layers one after another."""

    def __init__(self, width: int = 16) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(8, width),
            nn.ReLU(),
            nn.Dropout(0.1),
            nn.Linear(width, width),
            nn.GELU(),
            nn.Linear(width, 4),
        )

    def forward(self, x: Tensor) -> Tensor:
        """Returns scores."""
        return self.layers(x)


class LeNet(nn.Module):
    """Two convolutions, pooled, and two layers."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Conv2d(1, 4, 5, padding=2)
        self.second = nn.Conv2d(4, 8, 5)
        self.head = nn.Linear(8 * 5 * 5, 10)

    def forward(self, image: Tensor) -> Tensor:
        """Returns log-probabilities of ten digits."""
        x = functional.max_pool2d(torch.tanh(self.first(image)), 2)
        x = functional.max_pool2d(torch.tanh(self.second(x)), 2)
        return functional.log_softmax(self.head(x.flatten(1)), dim=-1)


class Recurrent(nn.Module):
    """A character model: an embedding, a recurrent cell in a loop, and a head.

    torch.compile unrolls the loop; it captures nothing of `nn.LSTM` and its like.
    """

    def __init__(self, cell: str) -> None:
        super().__init__()
        self.embedding = nn.Embedding(32, 8)
        self.cell = getattr(nn, cell)(8, 16)
        self.head = nn.Linear(16, 32)

    def forward(self, tokens: Tensor) -> Tensor:
        """Returns the loss of guessing each next character."""
        state, losses = None, []
        for place, character in enumerate(tokens[:, :-1].unbind(1)):
            state = self.cell(self.embedding(character), state)
            hidden = state[0] if isinstance(state, tuple) else state
            scores = self.head(hidden)
            losses.append(functional.cross_entropy(scores, tokens[:, place + 1]))
        return torch.stack(losses).mean()


class Translator(nn.Module):
    """`nn.Transformer` with a mask that hides what comes later."""

    def __init__(self) -> None:
        super().__init__()
        self.embedding = nn.Embedding(32, 16)
        self.body = nn.Transformer(16, 2, 1, 1, 32, batch_first=True)
        self.head = nn.Linear(16, 32)

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        """Returns scores of the next token."""
        mask = nn.Transformer.generate_square_subsequent_mask(target.shape[1])
        out = self.body(
            self.embedding(source),
            self.embedding(target),
            tgt_mask=mask,
            tgt_is_causal=True,
        )
        return self.head(out)


class TextCNN(nn.Module):
    """Convolutions of several widths over words, and the largest answer of each."""

    def __init__(self) -> None:
        super().__init__()
        self.embedding = nn.Embedding(32, 8)
        self.filters = nn.ModuleList(nn.Conv1d(8, 4, width) for width in (2, 3, 4))
        self.head = nn.Linear(12, 2)

    def forward(self, tokens: Tensor) -> Tensor:
        """Returns scores of two classes."""
        words = self.embedding(tokens).transpose(1, 2)
        found = [torch.relu(each(words)).amax(-1) for each in self.filters]
        return self.head(torch.cat(found, dim=-1))


class FastText(nn.Module):
    """The mean of a text's words, which lie one after another in one tensor."""

    def __init__(self) -> None:
        super().__init__()
        self.embedding = nn.EmbeddingBag(32, 8, mode="mean")
        self.head = nn.Linear(8, 2)

    def forward(self, words: Tensor, offsets: Tensor) -> Tensor:
        """Returns scores of two classes."""
        return self.head(self.embedding(words, offsets))


class Siamese(nn.Module):
    """One network for two inputs; near if they belong together."""

    def __init__(self) -> None:
        super().__init__()
        self.tower = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 4))

    def forward(self, left: Tensor, right: Tensor, same: Tensor) -> Tensor:
        """Returns the contrastive loss."""
        distance = functional.pairwise_distance(self.tower(left), self.tower(right))
        far = torch.clamp(1.0 - distance, min=0.0)
        return torch.where(same.bool(), distance**2, far**2).mean()


class Highway(nn.Module):
    """Layers that choose how much of their input they let pass."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(8, 8) for _ in range(3))
        self.gates = nn.ModuleList(nn.Linear(8, 8) for _ in range(3))

    def forward(self, x: Tensor) -> Tensor:
        """Returns the changed input."""
        for layer, gate in zip(self.layers, self.gates):
            share = torch.sigmoid(gate(x))
            x = share * torch.relu(layer(x)) + (1 - share) * x
        return x


class Hopfield(nn.Module):
    """Attention of a state on stored patterns until it moves no more, or ten times."""

    def __init__(self) -> None:
        super().__init__()
        self.patterns = nn.Parameter(torch.randn(6, 8))

    def forward(self, state: Tensor) -> Tensor:
        """Returns what is remembered."""
        for _ in range(10):
            new = torch.softmax(4.0 * state @ self.patterns.T, dim=-1) @ self.patterns
            if (new - state).abs().max() < 1e-3:  # depends on data: a graph break
                return new
            state = new
        return state
