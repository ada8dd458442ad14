import torch


def sentence_codes(sentences, codes=48):
    for text in sentences:
        ids = [(ord(c) * 7 + i) % codes for i, c in enumerate(text)]
        yield torch.tensor([ids, ids[::-1]])


def crossfade(parts, overlap):
    ramp = torch.linspace(0, 1, overlap)
    out = parts[0]
    for part in parts[1:]:
        mixed = out[-overlap:] * (1 - ramp) + part[:overlap] * ramp
        out = torch.cat([out[:-overlap], mixed, part[overlap:]])
    return out
