from contextlib import contextmanager
from dataclasses import dataclass
from torch import Tensor


@dataclass
class ForwardContext:
    slot_mapping: Tensor
    block_mask: Tensor
    attn_layers: dict


_context = None


@contextmanager
def set_forward_context(slot_mapping, block_mask, attn_layers):
    global _context
    _context = ForwardContext(slot_mapping, block_mask, attn_layers)
    yield
    _context = None


def get_forward_context():
    return _context
