import torch

DELTA = 0.5


def huber(err):
    small = err.abs().clamp(max=DELTA)
    return (small * (err.abs() - 0.5 * small)).mean()


def cosine(pred, target, eps=1e-6):
    dot = (pred * target).sum(1)
    return 1 - (dot / (pred.norm(dim=1) * target.norm(dim=1) + eps)).mean()


def named(terms, prefix):
    return {f"{prefix}/{key}": value for key, value in terms.items()}


def compute(pred, target, prefix):
    terms = {"huber": huber(pred - target), "cosine": cosine(pred, target)}
    terms["total"] = terms["huber"] + 0.1 * terms["cosine"]
    return named(terms, prefix)
