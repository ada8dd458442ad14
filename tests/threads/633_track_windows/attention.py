import torch
import torch.nn.functional as F


def attend(query, key, value, mask_mod):
    q_index = torch.arange(query.shape[-2]).unsqueeze(1)
    k_index = torch.arange(key.shape[-2]).unsqueeze(0)
    mask = mask_mod(q_index, k_index)
    scores = query @ key.transpose(-2, -1) / query.shape[-1] ** 0.5
    scores = scores.masked_fill(~mask, -1e9)
    return F.softmax(scores, dim=-1) @ value


class WindowAttention(torch.nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.head_dim = width // heads
        self.qkv = torch.nn.Linear(width, 3 * width)
        self.out = torch.nn.Linear(width, width)
        self.kernel = torch.compile(attend, backend="inductor")

    def split(self, x):
        length = x.shape[0]
        return x.view(length, self.heads, self.head_dim).transpose(0, 1).contiguous()

    def forward(self, x, mask_mod):
        q, k, v = (self.split(t) for t in self.qkv(x).chunk(3, dim=-1))
        mixed = self.kernel(q, k, v, mask_mod)
        return x + self.out(mixed.transpose(0, 1).reshape(x.shape))
