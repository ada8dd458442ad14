import torch


class State(dict):
    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__

    def shapes(self):
        return {key: tuple(value.shape) for key, value in self.items()}


def empty_state(batch, width, taps):
    return State(
        hidden=torch.zeros(batch, width),
        tail=torch.zeros(batch, taps - 1, width),
        energy=torch.zeros(batch),
    )
