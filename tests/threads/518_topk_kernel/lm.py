import torch
from torch import nn

from sampling import apply_temperature, pick, top_k_top_p_probs


class SpeechTokenLM(nn.Module):
    def __init__(self, vocab=64, width=32):
        super().__init__()
        self.embed = nn.Embedding(vocab, width)
        self.cell = nn.GRUCell(width, width)
        self.head = nn.Linear(width, vocab)

    def forward(self, token, state):
        state = self.cell(self.embed(token), state)
        return self.head(state), state


class Sampler:
    def __init__(self, model, temperature=0.8, top_k=12, top_p=0.9):
        self.model = model
        self.temperature = temperature
        self.top_k = top_k
        self.top_p = top_p
        self.step = torch.compile(self.decode_step, backend="aot_eager", fullgraph=True)

    def decode_step(self, token, state, noise):
        logits, state = self.model(token, state)
        probs = top_k_top_p_probs(apply_temperature(logits, self.temperature), self.top_k, self.top_p)
        token = pick(probs, noise)
        return token, state, probs.gather(1, token[:, None]).log().squeeze(1)
