import torch

import torch.nn.functional as F

from cache import StaticCache


def pad_chunk(piece, chunk, pad_id=0):
    count = piece.shape[1]
    if count < chunk:
        piece = F.pad(piece, (0, chunk - count), value=pad_id)
    return piece, count


class Generator:
    def __init__(self, model, depth=2, heads=4, dim=8, max_len=64, chunk=8):
        self.model = model
        self.shape = (depth, heads, max_len, dim)
        self.chunk = chunk
        self.prefill_step = torch.compile(self._prefill_step, backend="aot_eager", fullgraph=True)
        self.decode_step = torch.compile(self._decode_step, backend="aot_eager", fullgraph=True)

    def _prefill_step(self, prompt, cache):
        past = cache.get_seq_length()
        piece = prompt[:, past:past + self.chunk]
        piece, count = pad_chunk(piece, self.chunk)
        return self.model(piece, cache, count)

    def _decode_step(self, token, cache):
        return self.model(token, cache, 1).argmax(-1, keepdim=True)

    @torch.no_grad()
    def __call__(self, prompt, new_tokens):
        depth, heads, max_len, dim = self.shape
        cache = StaticCache(depth, len(prompt), heads, max_len, dim)
        for _ in range(0, prompt.shape[1], self.chunk):
            logits = self.prefill_step(prompt, cache)
        tokens = [logits.argmax(-1, keepdim=True)]
        while len(tokens) < new_tokens:
            tokens.append(self.decode_step(tokens[-1], cache))
        return torch.cat(tokens, 1), cache
