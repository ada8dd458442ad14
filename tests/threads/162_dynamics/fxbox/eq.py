import torch


def tilt(x, pivot):
    low = torch.nn.functional.avg_pool1d(x[None, None], 5, 1, 2)[0, 0]
    return x + pivot * (x - low)
