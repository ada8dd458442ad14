"""In-batch softmax scores with a popularity correction."""


def corrected(logits, log_freq, strength):
    return logits - strength * log_freq.unsqueeze(0)


def in_batch_logits(u, v, log_freq, cfg):
    logits = u @ v.t() / cfg.temperature
    return corrected(logits, log_freq, cfg.popularity)


def hit_rate(scores, positives, k=10):
    top = scores.topk(k, dim=1).indices
    return (top == positives.unsqueeze(1)).any(dim=1).float().mean().item()
