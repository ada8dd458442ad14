"""Quantisers by name."""
import torch

_QUANTIZERS = {}


def register(name, host=False):
    """Class decorator. `host=True` keeps the update of the statistics out of graphs (for old exporters)."""
    def deco(cls):
        if host:
            cls.update = torch.compiler.disable(cls.update)
        _QUANTIZERS[name] = cls
        return cls
    return deco


def build(name, **options):
    try:
        return _QUANTIZERS[name](**options)
    except KeyError:
        raise ValueError(f"unknown quantiser {name!r}; have {sorted(_QUANTIZERS)}") from None


def available():
    return sorted(_QUANTIZERS)
