import torch


def smooth(values, width=3):
    kernel = torch.ones(1, 1, width) / width
    return torch.nn.functional.conv1d(values[:, None], kernel, padding=width // 2)[:, 0]


def saliency(model, window):
    """How much the forecast moves with the recent and with the old inputs."""
    past = window.past.requires_grad_(True)
    mean, _ = model(past, window.calendar)
    (grad,) = torch.autograd.grad(mean.sum(), past)
    weight = smooth(grad.abs()).mean(dim=0)
    half = weight.shape[0] // 2
    return {"recent": weight[half:].mean().item(), "old": weight[:half].mean().item()}
