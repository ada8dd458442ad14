import zlib

import torch

from .text import grams


def stable_hash(text):
    return zlib.crc32(text.encode("utf-8"))


def bucket_ids(words, buckets):
    flat, offsets = [], []
    for word in words:
        offsets.append(len(flat))
        flat.extend(stable_hash(g) % buckets for g in grams(word))
    return torch.tensor(flat), torch.tensor(offsets)
