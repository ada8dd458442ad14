import torch

from prep import prepare_varlen

BACKENDS = {}


def register(name):
    def wrap(fn):
        BACKENDS[name] = fn
        return fn
    return wrap


def segment_ids(cu, total):
    return torch.bucketize(torch.arange(total, device=cu.device, dtype=torch.int32), cu[1:], right=True)


def varlen_kernel(q, k, v, info):
    same = segment_ids(info.cu_q, q.shape[0])[:, None] == segment_ids(info.cu_k, k.shape[0])[None, :]
    scores = torch.einsum("qhd,khd->hqk", q, k) / q.shape[-1] ** 0.5
    scores = scores.masked_fill(~same, float("-inf")) / (1 + info.max_k / 1024)
    return torch.einsum("hqk,khd->qhd", scores.softmax(-1), v)


@register("varlen")
def varlen_attention(q, k, v):
    batch, length = q.shape[:2]
    info = prepare_varlen(batch, length, k.shape[1], q.device)
    out = varlen_kernel(q.flatten(0, 1), k.flatten(0, 1), v.flatten(0, 1), info)
    return out.unflatten(0, (batch, length))


def dispatch_attention(q, k, v, backend):
    return BACKENDS[backend](q, k, v)
