import torch
from torch import nn

from tokens import PAD


class IntentNet(nn.Module):
    def __init__(self, tokenizer, intents, dim=16):
        super().__init__()
        self.tokenizer = tokenizer
        self.embed = nn.Embedding(tokenizer.size, dim, padding_idx=PAD)
        self.query = nn.Parameter(torch.randn(dim))
        self.out = nn.Linear(dim, intents)

    def pool(self, ids):
        vecs = self.embed(ids)
        scores = (vecs @ self.query).masked_fill(ids == PAD, float("-inf"))
        return torch.softmax(scores, 0) @ vecs

    def forward(self, request):
        ids = self.tokenizer.encode(request.text, request.lang)
        return self.out(torch.tanh(self.pool(ids)))
