"""Experiment settings for the two-tower retrieval model."""
import json


class AttrDict(dict):
    """Dictionary whose entries can be read with a dot."""

    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__

    def clone(self):
        return AttrDict(self)


def to_attr(node):
    if isinstance(node, dict):
        return AttrDict({k: to_attr(v) for k, v in node.items()})
    return node


DEFAULTS = """
{
  "seed": 11,
  "train": {"steps": 12, "batch": 64, "lr": 0.02},
  "model": {"num_users": 200, "num_items": 300, "dim": 16, "hidden": 32},
  "score": {"temperature": 0.2, "popularity": 0.5}
}
"""


def load(text=DEFAULTS, **overrides):
    cfg = to_attr(json.loads(text))
    for section, values in overrides.items():
        cfg[section].update(values)
    return cfg
