import torch


def one_step_target(reward, discount, boot):
    return (reward + discount * boot).detach()


def huber(err, delta=1.0):
    a = err.abs()
    return torch.where(a < delta, 0.5 * err.pow(2), delta * (a - 0.5 * delta))
