import torch

from checks import check_batch, check_image, check_non_negative


def _per_image(value):
    return value[:, None, None, None]


def adjust_gamma(img, gamma, gain):
    check_batch(gamma, img, "gamma")
    check_non_negative(gamma, "gamma")
    return (_per_image(gain) * img.pow(_per_image(gamma))).clamp(0.0, 1.0)


def adjust_contrast(img, factor):
    check_batch(factor, img, "factor")
    mean = img.mean(dim=(-3, -2, -1), keepdim=True)
    return (mean + (img - mean) * _per_image(factor)).clamp(0.0, 1.0)


def horizontal_flip(img, which):
    return torch.where(_per_image(which), img.flip(-1), img)


def augment(img, params):
    check_image(img)
    img = horizontal_flip(img, params["flip"])
    img = adjust_gamma(img, params["gamma"], params["gain"])
    return adjust_contrast(img, params["contrast"])
