import torch


def apply_temperature(logits, temperature):
    return logits / temperature.clamp(min=1e-3).unsqueeze(-1)


@torch.compile(backend="aot_eager", dynamic=True)
def random_sample(logits, seeded):
    probs = logits.softmax(dim=-1, dtype=torch.float32)
    noise = torch.empty_like(probs)
    noise.exponential_()
    for row, values in seeded.items():
        noise[row] = values
    return probs.div(noise).argmax(dim=-1)


def mean_entropy(logits):
    logp = logits.log_softmax(-1)
    return -(logp.exp() * logp).sum(-1).mean()
