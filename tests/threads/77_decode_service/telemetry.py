import torch


def label(ctx, name):
    return f"{ctx.tag}/{name}"


def normalized_entropy(probs):
    ent = -(probs * probs.clamp_min(1e-9).log()).sum(-1)
    return ent / torch.log(torch.tensor(float(probs.shape[-1])))


def observe(ctx, logits):
    probs = torch.softmax(logits, dim=-1)
    stats = {
        label(ctx, "entropy"): normalized_entropy(probs).mean(),
        label(ctx, "top1"): probs.amax(dim=-1).mean(),
    }
    return probs, stats
