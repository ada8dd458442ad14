from dataclasses import dataclass, field

import torch
from torch import nn

from context import set_forward_context
from layers import DecoderLayer


@dataclass
class EngineConfig:
    vocab: int = 97
    dim: int = 32
    heads: int = 4
    layers: int = 5
    slots: int = 24
    static_layers: dict = field(default_factory=dict)


class Decoder(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.embed = nn.Embedding(config.vocab, config.dim)
        self.layers = nn.ModuleList(DecoderLayer(config, f"model.layers.{i}") for i in range(config.layers))
        self.norm = nn.RMSNorm(config.dim)

    def forward(self, ids):
        x = self.embed(ids)
        for layer in self.layers:
            x = layer(x)
        return self.norm(x) @ self.embed.weight.t()


class Engine:
    def __init__(self, config):
        self.config = config
        self.model = Decoder(config).eval()
        layers = self.model.layers
        self.model.layers = nn.ModuleList(torch.compile(layer, backend="eager") for layer in layers)

    def mask(self, positions, owners, slot_owner, slot_pos):
        return (owners[:, None] == slot_owner) & (slot_pos <= positions[:, None])

    @torch.no_grad()
    def generate(self, prompts, steps):
        n, room = len(prompts), self.config.slots // len(prompts)
        owners, slots = torch.arange(n), torch.arange(self.config.slots)
        ids, outputs = prompts, []
        for step in range(steps):
            positions = torch.full((n,), step)
            block_mask = self.mask(positions, owners, slots // room, slots % room)
            with set_forward_context(owners * room + positions, block_mask, self.config.static_layers):
                logits = self.model(ids)
            outputs.append(ids := logits.argmax(-1))
        return torch.stack(outputs, 1), logits


def main():
    torch.manual_seed(11)
    engine = Engine(EngineConfig())
    tokens, logits = engine.generate(torch.tensor([5, 17, 60]), steps=6)
    print(tokens.tolist(), f"logits {logits.sum().item():.4f} {logits.std().item():.4f}")


if __name__ == "__main__":
    main()
