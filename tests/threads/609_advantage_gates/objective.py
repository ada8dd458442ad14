import torch

TEMPERATURES = {"up": 1.0, "down": 1.05}


def soft_gate(ratio, temperature):
    return torch.sigmoid(temperature * (ratio - 1.0)) * (4.0 / temperature)


def gate_by_sign(ratio, advantages):
    upward = (advantages > 0).unsqueeze(-1).expand_as(ratio)
    gated = torch.empty_like(ratio)
    fill_tokens(gated, ratio, upward, TEMPERATURES["up"])
    fill_tokens(gated, ratio, ~upward, TEMPERATURES["down"])
    return gated


def fill_tokens(gated, ratio, where, temperature):
    gated[where] = soft_gate(ratio[where], temperature)


def masked_mean(values, keep):
    return (values * keep).sum() / keep.sum().clamp(min=1.0)


def policy_loss(logps, old_logps, advantages, keep, kl_weight=0.02):
    log_ratio = logps - old_logps
    ratio = torch.exp(log_ratio)
    gated = gate_by_sign(ratio, advantages)
    surrogate = -gated * advantages.unsqueeze(-1)
    penalty = ratio - 1.0 - log_ratio
    return masked_mean(surrogate + kl_weight * penalty, keep)
