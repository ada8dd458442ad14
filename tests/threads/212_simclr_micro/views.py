"""Two random views of every time series in a batch."""
import torch


class ViewMaker:
    def __init__(self, seed, noise=0.1):
        self.gen = torch.Generator().manual_seed(seed)
        self.noise = noise

    def __call__(self, series):
        gain = 0.8 + 0.4 * torch.rand(series.shape[0], 1, generator=self.gen)
        jitter = self.noise * torch.randn(series.shape, generator=self.gen)
        return series * gain + jitter


def series(count, length, gen):
    """An endless supply of sine batches."""
    grid = torch.linspace(0, 6.2832, length)
    while True:
        freq = torch.randint(1, 6, (count, 1), generator=gen).float()
        yield torch.sin(freq * grid + torch.rand(count, 1, generator=gen))


def micro_batches(batch, make_view, size):
    """Pairs of views, `size` series at a time."""
    chunks = batch.split(size)
    return ((make_view(chunk), make_view(chunk)) for chunk in chunks)
