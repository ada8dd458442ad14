import torch.nn as nn
import torch.nn.functional as F


class CrossAttention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.query = nn.Linear(width, width)
        self.key = nn.Linear(width, width, bias=False)
        self.value = nn.Linear(width, width)
        self.out = nn.Linear(width, width)

    def project(self, audio):
        return self.key(audio), self.value(audio)

    def forward(self, x, audio, cache, index):
        if not cache.ready(index):
            cache.put(index, *self.project(audio))
        key, value = cache.get(index)
        return self.out(F.scaled_dot_product_attention(self.query(x), key, value))


class DecoderLayer(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm1 = nn.LayerNorm(width)
        self.norm2 = nn.LayerNorm(width)
        self.mix = nn.GRUCell(width, width)
        self.cross = CrossAttention(width)
        self.mlp = nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width))

    def forward(self, x, state, audio, cache, index):
        state = self.mix(x.squeeze(1), state)
        x = x + state.unsqueeze(1)
        x = x + self.cross(self.norm1(x), audio, cache, index)
        return x + self.mlp(self.norm2(x)), state


class Captioner(nn.Module):
    def __init__(self, vocab, width, depth):
        super().__init__()
        self.width = width
        self.embed = nn.Embedding(vocab, width)
        self.layers = nn.ModuleList(DecoderLayer(width) for _ in range(depth))
        self.head = nn.Linear(width, vocab, bias=False)

    def forward(self, token, states, audio, cache):
        x = self.embed(token)
        fresh = []
        for index, layer in enumerate(self.layers):
            x, state = layer(x, states[index], audio, cache, index)
            fresh.append(state)
        return self.head(x[:, -1]), fresh
