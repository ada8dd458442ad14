import torch


def qparams(low, high, bits):
    levels = 2**bits - 1
    low, high = low.clamp(max=0), high.clamp(min=0)
    scale = ((high - low) / levels).clamp(min=1e-8)
    zero = (-low / scale).round().clamp(0, levels)
    return scale, zero, levels


def quantize_dequantize(weight, low, high, bits):
    scale, zero, levels = qparams(low, high, bits)
    q = (weight / scale[:, None] + zero[:, None]).round().clamp(0, levels)
    return (q - zero[:, None]) * scale[:, None]
