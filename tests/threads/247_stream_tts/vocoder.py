import torch
import torch.nn.functional as F
from torch import nn

from streaming import StreamingConv, StreamingGain, fork


class Vocoder(nn.Module):
    def __init__(self, latent=6, width=16, hop=4):
        super().__init__()
        self.hop = hop
        self.inp = StreamingConv(latent, width, 3)
        self.body = nn.ModuleList(StreamingConv(width, width, 3, d) for d in (1, 2))
        self.gain = StreamingGain()
        self.out = nn.Conv1d(width, hop, 1)

    def forward(self, z, states):
        x = self.inp(z, states)
        for conv in self.body:
            x = x + conv(F.elu(x), states)
        x = torch.tanh(self.out(self.gain(x, states)))
        return x.transpose(1, 2).flatten(1)

    def speak(self, latents, states, chunk, copy_state=True):
        """Decode an utterance piece by piece; the given state is kept unless told."""
        if copy_state:
            states = fork(states)
        audio = [self(z, states) for z in latents.split(chunk, dim=-1)]
        return torch.cat(audio, dim=-1)
