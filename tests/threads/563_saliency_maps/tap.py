import torch


class FeatureTap:
    """Holds the last feature map and its gradient for the explanation step."""

    def __init__(self):
        self.value = None

    def keep(self, fmap):
        if fmap.requires_grad:
            fmap.retain_grad()
        self.value = fmap
        return fmap

    def pull(self):
        value, grad = self.value.detach(), self.value.grad
        self.value = None
        return value, grad


def grad_cam(value, grad):
    weights = grad.mean(dim=(2, 3), keepdim=True)
    cam = torch.relu((weights * value).sum(dim=1))
    return cam / cam.amax(dim=(1, 2), keepdim=True).clamp_min(1e-6)


def centroid(cam):
    h, w = cam.shape[-2:]
    mass = cam.sum(dim=(1, 2)).clamp_min(1e-6)
    ys = (cam.sum(2) * torch.arange(h)).sum(1) / mass
    xs = (cam.sum(1) * torch.arange(w)).sum(1) / mass
    return torch.stack([ys, xs], dim=1)
