import torch
from torch import Tensor, nn


def pairwise_window(phi_q: Tensor, phi_k: Tensor, width: float) -> Tensor:
    delta = torch.remainder(phi_q[:, :, None] - phi_k[:, None, :] + torch.pi, 2 * torch.pi) - torch.pi
    return delta.abs() < width


def open_empty_rows(attn_mask: Tensor) -> Tensor:
    attn_mask = attn_mask.clone()
    attn_mask[torch.where(attn_mask.sum(-1) == 0)] = True
    return attn_mask


class CrossAttention(nn.Module):
    def __init__(self, dim: int, heads: int):
        super().__init__()
        self.heads = heads
        self.q = nn.Linear(dim, dim)
        self.kv = nn.Linear(dim, 2 * dim)
        self.out = nn.Linear(dim, dim)

    def forward(self, query: Tensor, memory: Tensor, attn_mask: Tensor) -> Tensor:
        b, n, d = query.shape
        q = self.q(query).view(b, n, self.heads, -1).transpose(1, 2)
        k, v = self.kv(memory).view(b, memory.shape[1], 2, self.heads, -1).permute(2, 0, 3, 1, 4)
        scores = (q @ k.transpose(-1, -2)) / q.shape[-1] ** 0.5
        scores = scores.masked_fill(~attn_mask[:, None], float("-inf"))
        return self.out((scores.softmax(-1) @ v).transpose(1, 2).reshape(b, n, d))
