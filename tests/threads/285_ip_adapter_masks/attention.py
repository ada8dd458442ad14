import inspect
import logging

import torch
import torch.nn as nn
import torch.nn.functional as F

logger = logging.getLogger(__name__)


def split_heads(x, heads):
    b, n, c = x.shape
    return x.view(b, n, heads, c // heads).transpose(1, 2)


class AttnProcessor:
    def __call__(self, attn, hidden, context=None, scale=1.0):
        context = hidden if context is None else context
        q = split_heads(attn.to_q(hidden), attn.heads)
        k, v = (split_heads(t, attn.heads) for t in attn.to_kv(context).chunk(2, dim=-1))
        out = F.scaled_dot_product_attention(q, k, v)
        return attn.to_out(out.transpose(1, 2).flatten(2)) * scale


class IPAdapterProcessor(AttnProcessor):
    def __call__(self, attn, hidden, context=None, scale=1.0, ip_adapter_masks=None):
        out = super().__call__(attn, hidden, context, scale)
        if ip_adapter_masks is not None:
            out = out * ip_adapter_masks[:, : hidden.shape[1], None]
        return out


class Attention(nn.Module):
    def __init__(self, dim, heads, processor=None):
        super().__init__()
        self.heads = heads
        self.to_q = nn.Linear(dim, dim)
        self.to_kv = nn.Linear(dim, 2 * dim)
        self.to_out = nn.Linear(dim, dim)
        self.set_processor(processor or AttnProcessor())

    def set_processor(self, processor):
        self.processor = processor
        self.accepted = tuple(inspect.signature(processor.__call__).parameters)

    def forward(self, hidden, context=None, **kwargs):
        unused = [k for k in kwargs if k not in self.accepted]
        if unused:
            logger.warning("%s are not expected by the processor and will be ignored", unused)
        kwargs = {k: w for k, w in kwargs.items() if k in self.accepted}
        return self.processor(self, hidden, context, **kwargs)
