import torch

CODEBOOK = torch.tensor(
    [-1.0, -0.696, -0.525, -0.395, -0.284, -0.185, -0.091, 0.0]
    + [0.080, 0.161, 0.246, 0.338, 0.441, 0.563, 0.723, 1.0]
)


class QuantState:
    def __init__(self, absmax, shape, code, blocksize, dtype):
        self.absmax = absmax
        self.shape = shape
        self.code = code
        self.blocksize = blocksize
        self.dtype = dtype

    def bytes(self):
        return self.absmax.numel() * self.absmax.element_size()


def quantize_4bit(weight, blocksize=16):
    blocks = weight.detach().float().reshape(-1, blocksize)
    absmax = blocks.abs().amax(dim=1)
    scaled = (blocks / absmax[:, None]).reshape(-1, 1)
    idx = (scaled - CODEBOOK).abs().argmin(dim=1).to(torch.uint8)
    packed = (idx[0::2] << 4) | idx[1::2]
    return packed, QuantState(absmax, weight.shape, CODEBOOK.clone(), blocksize, weight.dtype)


def dequantize_4bit(packed, state):
    idx = torch.stack([packed >> 4, packed & 0xF], dim=1).flatten().long()
    values = state.code[idx].reshape(-1, state.blocksize) * state.absmax[:, None]
    return values.reshape(state.shape).to(state.dtype)


def matmul_4bit(x, packed, state, bias=None):
    if x.device.type == "cpu":
        state.dtype = x.dtype
    weight = dequantize_4bit(packed, state)
    return torch.nn.functional.linear(x, weight, bias)
