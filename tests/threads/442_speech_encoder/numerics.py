import torch


def headroom(dtype, margin=1000.0):
    return torch.finfo(dtype).max - margin


def masked_softmax(scores, mask):
    scores = scores.float().masked_fill(~mask, float("-inf"))
    return torch.softmax(scores, dim=-1)


def limit_range(x):
    """Pull values that left the range of half precision back into it."""
    if x.dtype == torch.float16 and (torch.isinf(x).any() or torch.isnan(x).any()):
        bound = headroom(x.dtype)
        x = torch.clamp(x, min=-bound, max=bound)
    return x


def rms_db(wave):
    return 20 * torch.log10(wave.float().square().mean(-1).sqrt() + 1e-8)
