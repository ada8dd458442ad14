import torch.nn as nn

from timing import timed

BLOCKS = {}


def register(name):
    def add(cls):
        cls.forward = timed(name, cls.forward)
        BLOCKS[name] = cls
        return cls

    return add


def build(config):
    return nn.Sequential(*(BLOCKS[name](**kwargs) for name, kwargs in config))
