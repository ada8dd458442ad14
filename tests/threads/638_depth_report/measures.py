import torch

from masking import border, depth_mask, valid_values


def average(values, mask):
    chosen = valid_values(values, mask)
    if chosen.numel() == 0:
        return values.new_zeros(())
    return chosen.mean()


def absolute_relative(pred, target, mask):
    return average((pred - target).abs() / target.clamp(min=0.1), mask)


def root_mean_square(pred, target, mask):
    return average((pred - target).square(), mask).sqrt()


def within(pred, target, mask, factor):
    low = target.clamp(min=0.1)
    ratio = torch.maximum(pred / low, low / pred)
    return average((ratio < factor).float(), mask)


def report(pred, target, near=0.5, far=8.0):
    mask = border(depth_mask(target, near, far), 2)
    return {
        "abs_rel": absolute_relative(pred, target, mask),
        "rmse": root_mean_square(pred, target, mask),
        "delta1": within(pred, target, mask, 1.25),
        "coverage": mask.float().mean(),
    }
