import torch


def attend(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, block: int = 16) -> torch.Tensor:
    scale = q.shape[-1] ** -0.5
    parts = [((part * scale) @ k.transpose(-2, -1)).softmax(-1) @ v for part in q.split(block, dim=-2)]
    return torch.cat(parts, dim=-2)
