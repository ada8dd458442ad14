import torch
from torch import nn


class GatedDecoder(nn.Module):
    def __init__(self, vocab: int, dim: int, max_pos: int = 64):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.where = nn.Embedding(max_pos, dim)
        self.cell = nn.GRUCell(dim, dim)
        self.head = nn.Linear(dim, vocab, bias=False)

    def initial(self, batch: int) -> torch.Tensor:
        return torch.zeros(batch, self.cell.hidden_size)

    def forward(self, token, position, hidden):
        x = self.embed(token) + self.where(position)
        hidden = self.cell(x, hidden)
        return self.head(hidden), hidden


def greedy(logits: torch.Tensor) -> torch.Tensor:
    return logits.argmax(dim=-1)


def acceptance(draft: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    agree = (draft == target).long()
    return agree.cumprod(dim=1).sum(dim=1)
