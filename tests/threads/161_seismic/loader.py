import torch


def detrend(x):
    return x - x.mean(-1, keepdim=True)


def window_batches(windows, cfg):
    """Batches of windows; the last one may be short."""
    for start in range(0, len(windows), cfg.batch):
        batch = detrend(windows[start : start + cfg.batch])
        torch._dynamo.mark_dynamic(batch, 0)
        yield batch
