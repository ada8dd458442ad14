import torch
from torch import nn


class Generator(nn.Module):
    def __init__(self, decoder, sampler):
        super().__init__()
        self.decoder = decoder
        self.sampler = sampler

    def forward(self, token, state, noise):
        logits, state = self.decoder(token, state)
        return self.sampler(logits, noise), state


class Narrowing:
    """Starts wide to find a voice, keeps fewer candidates later."""

    def __init__(self, start=20, end=8, chunks=7):
        self.start, self.end, self.chunks = start, end, chunks

    def at(self, chunk):
        frac = min(chunk / (self.chunks - 1), 1.0)
        return round(self.start + (self.end - self.start) * frac)


def speak(step, sampler, narrowing, state, chunks, chunk_len, seed):
    rng = torch.Generator().manual_seed(seed)
    batch, vocab = state.shape[0], step.decoder.head.out_features
    token = torch.zeros(batch, dtype=torch.long)
    out = []
    for chunk in range(chunks):
        sampler.set_top_k(narrowing.at(chunk))
        for _ in range(chunk_len):
            noise = torch.rand(batch, vocab, generator=rng).clamp(1e-6, 1 - 1e-6)
            token, state = step(token, state, noise)
            out.append(token)
    return torch.stack(out, dim=1)


def distinct_ratio(tokens):
    return [len(set(row.tolist())) / tokens.shape[1] for row in tokens]
