import torch
import torch.nn as nn
import torch.nn.functional as F


class LocationAttention(nn.Module):
    """Additive attention with a convolved view of the cumulative weights."""

    def __init__(self, hidden, attn_dim):
        super().__init__()
        self.query = nn.Linear(hidden, attn_dim, bias=False)
        self.memory = nn.Linear(hidden, attn_dim, bias=False)
        self.location = nn.Conv1d(1, attn_dim, kernel_size=5, padding=2, bias=False)
        self.score = nn.Linear(attn_dim, 1)

    def forward(self, query, memory, cumulative):
        loc = self.location(cumulative.unsqueeze(1)).transpose(1, 2)
        energy = self.query(query).unsqueeze(1) + self.memory(memory) + loc
        weights = torch.softmax(self.score(torch.tanh(energy)).squeeze(-1), dim=-1)
        context = torch.bmm(weights.unsqueeze(1), memory).squeeze(1)
        return context, weights


class FrameDecoder(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.embed = nn.Embedding(cfg.vocab, cfg.hidden)
        self.prenet = nn.Linear(cfg.n_mels, cfg.prenet_dim)
        self.attention = LocationAttention(cfg.hidden, cfg.attn_dim)
        self.cell = nn.GRUCell(cfg.prenet_dim + cfg.hidden, cfg.hidden)
        self.mel_out = nn.Linear(2 * cfg.hidden, cfg.n_mels)
        self.gate_out = nn.Linear(2 * cfg.hidden, 1)

    def encode(self, tokens):
        return self.embed(tokens)

    def step(self, frame, state, memory, cumulative, trace):
        context, weights = self.attention(state, memory, cumulative)
        state = self.cell(torch.cat([F.relu(self.prenet(frame)), context], dim=-1), state)
        features = torch.cat([state, context], dim=-1)
        mel = self.mel_out(features)
        gate = torch.sigmoid(self.gate_out(features)).squeeze(-1)
        trace.record(weights)
        return mel, gate, state, cumulative + weights
