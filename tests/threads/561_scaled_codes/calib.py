import torch

from codes import ScaledCodes


def absmax(x):
    return x.abs().amax()


def percentile(x, q):
    return torch.quantile(x.abs().flatten(), q)


def pack(x, clip=1.0):
    top = absmax(x) if clip >= 1.0 else percentile(x, clip)
    step = (top / 127.0).clamp_min(1e-8)
    scale = step.item()
    codes = torch.clamp(torch.round(x / step), -127, 127).to(torch.int8)
    return ScaledCodes(codes, scale)


def relative_error(x, packed):
    return ((x - packed.dequantize()).norm() / x.norm()).item()
