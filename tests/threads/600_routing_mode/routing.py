import torch
import torch.nn.functional as F
from torch.overrides import TorchFunctionMode


class RingPlan:
    def __init__(self, world):
        self.world = world

    def chunks(self, length):
        size = -(-length // self.world)
        return [(i, min(i + size, length)) for i in range(0, length, size)]


def chunked_attention(q, k, v, plan):
    parts = [F.softmax(q[:, :, a:b] @ k.transpose(-1, -2) * q.shape[-1] ** -0.5, dim=-1) @ v
             for a, b in plan.chunks(q.shape[2])]
    return torch.cat(parts, dim=2)


class RoutedAttention(TorchFunctionMode):
    """Sends scaled_dot_product_attention to the chunked version."""

    @torch.compiler.disable()
    def __init__(self, world=2, method="ring"):
        super().__init__()
        if method not in ("ring", "plain"):
            raise ValueError(method)
        self.method = method
        self.plan = RingPlan(world)

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if func is F.scaled_dot_product_attention and self.method == "ring":
            return chunked_attention(*args, plan=self.plan)
        return func(*args, **kwargs)
