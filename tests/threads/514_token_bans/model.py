import torch
from torch import nn


class TinyDecoder(nn.Module):
    def __init__(self, vocab=40, width=24, context=3):
        super().__init__()
        self.vocab = vocab
        self.context = context
        self.embed = nn.Embedding(vocab, width)
        self.mix = nn.Linear(context * width, width)
        self.block = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, 48), nn.SiLU(), nn.Linear(48, width))
        self.out = nn.Linear(width, vocab, bias=False)

    def forward(self, window):
        hidden = self.mix(self.embed(window).flatten(1))
        return self.out(hidden + self.block(hidden))


class Generator:
    def __init__(self, model):
        self.model = model
        self.step = torch.compile(self._step, backend="eager")

    def _step(self, window, counts, processors):
        scores = self.model(window)
        scores = processors(counts, scores)
        token = scores.argmax(-1, keepdim=True)
        counts = counts + torch.nn.functional.one_hot(token.squeeze(1), self.model.vocab)
        return token, counts, scores.softmax(-1).amax(-1)

    @torch.no_grad()
    def generate(self, prompt, max_new, processors):
        window = torch.tensor([prompt])
        counts = torch.zeros(1, self.model.vocab, dtype=torch.long)
        tokens, confidence = [], 0.0
        for _ in range(max_new):
            token, counts, top = self.step(window, counts, processors)
            window = torch.cat([window[:, 1:], token], dim=1)
            tokens.append(int(token))
            confidence += float(top)
        return tokens, confidence / max_new
