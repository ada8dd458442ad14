import torch

lib = torch.library.Library("serve_ops", "DEF")
lib.define("rms_norm(Tensor x, Tensor weight, float eps) -> Tensor")
lib.define("silu_and_mul(Tensor x) -> Tensor")
lib.define("int8_gemm(Tensor x, Tensor qweight, Tensor scale) -> Tensor")


def rms_norm(x, weight, eps):
    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps) * weight


def silu_and_mul(x):
    gate, up = x.chunk(2, -1)
    return torch.nn.functional.silu(gate) * up


def int8_gemm(x, qweight, scale):
    return (x @ qweight.to(x.dtype).t()) * scale


lib.impl("rms_norm", rms_norm, "CompositeExplicitAutograd")
lib.impl("silu_and_mul", silu_and_mul, "CPU")
lib.impl("int8_gemm", int8_gemm, "CPU")


@torch.library.register_fake("serve_ops::silu_and_mul")
def _(x):
    return x.new_empty(*x.shape[:-1], x.shape[-1] // 2)
