import torch


def flow_sigmas(steps, shift=3.0):
    s = torch.linspace(1, 0, steps + 1)
    return shift * s / (1 + (shift - 1) * s)


def euler(model, latents, steps):
    sigmas = flow_sigmas(steps)
    for now, after in zip(sigmas[:-1], sigmas[1:]):
        t = now.expand(latents.size(0)).unsqueeze(-1).contiguous()
        latents = latents + (after - now) * model(latents, t)
    return latents
