import torch


def marked(series):
    """The length of a series varies: say so before torch sees the first one."""
    torch._dynamo.mark_dynamic(series, 1)
    return series


def windows(batches, longest):
    time = torch.arange(longest + 1) / 3
    for i in range(batches):
        wave = torch.stack([torch.sin(time + i), torch.cos(2 * time - i)], -1).repeat(4, 1, 1)
        wave = wave + 0.01 * torch.randn_like(wave)
        yield marked(wave[:, :longest].contiguous()), wave[:, longest]
