import torch
from torch import nn

from registry import build_chain


class SpeechScorer(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.chain = build_chain(config["chain"])
        self.norm = nn.LayerNorm(config["bands"])
        self.head = nn.Linear(config["bands"], config["words"])

    def features(self, wave):
        for plugin in self.chain:
            wave = plugin(wave)
        return wave

    def forward(self, wave):
        x = self.norm(self.features(wave))
        return self.head(torch.tanh(x)).mean(1)
