import torch


@torch.compile(backend="eager")
def position_table(tokens, dim):
    """Sines and cosines of the positions: float32, whatever the precision."""
    pos = torch.arange(tokens.shape[1], dtype=torch.float32)
    freq = torch.exp(torch.arange(0, dim, 2, dtype=torch.float32) * -0.5)
    angle = pos[:, None] * freq[None, :]
    return torch.cat([angle.sin(), angle.cos()], dim=1)
