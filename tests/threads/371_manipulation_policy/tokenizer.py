import torch


def encode(text, max_tokens):
    ids = [ord(c) % 128 for c in text.lower()[:max_tokens]]
    return ids + [0] * (max_tokens - len(ids))


def encode_batch(texts, max_tokens):
    tokens = torch.tensor([encode(t, max_tokens) for t in texts])
    return tokens, (tokens != 0).float()
