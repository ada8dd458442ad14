import torch
import torch.nn.functional as F

from specs import read_spec

ACTS = {"none": lambda x: x, "relu": F.relu, "silu": F.silu}


def quantize(weight, bits, group):
    top = 2 ** (bits - 1) - 1
    w = weight.reshape(weight.shape[0], -1, group)
    scale = w.abs().amax(-1, keepdim=True).clamp_min(1e-6) / top
    q = torch.round(w / scale).clamp(-top - 1, top).to(torch.int8)
    return q, scale


def dequantize(q, scale):
    return (q.to(scale.dtype) * scale).flatten(1)


def quant_forward(x, q, scale, bias, spec):
    cfg = read_spec(spec)
    w = dequantize(q, scale)
    out = F.linear(x, w, bias)
    if cfg["bits"] == 8:
        out = out.to(torch.float32)
    return ACTS[cfg["act"]](out)
