import torch

from settings import resolve


def penalize(logits, history, penalty):
    seen = torch.zeros_like(logits).scatter(1, history, 1.0).bool()
    lowered = torch.where(logits > 0, logits / penalty, logits * penalty)
    return torch.where(seen, lowered, logits)


def process(logits, history, settings, greedy):
    if greedy:
        settings = resolve(settings, temperature=0.5)
    logits = penalize(logits, history, settings.repetition_penalty)
    if settings.token_bias is not None:
        logits = logits + settings.token_bias
    return (logits / settings.temperature).log_softmax(-1)
