import torch

VOCABULARY = 64
LONGEST = 16


def character_ids(text):
    if len(text) > LONGEST:
        text = text[:LONGEST]
    return torch.tensor([ord(c) % VOCABULARY for c in text])
