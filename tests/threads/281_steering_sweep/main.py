from dataclasses import dataclass, field

import torch

from model import TinyLM
from steering import Steering, contrast_directions, entropy


@dataclass
class SweepConfig:
    prompts: int = 4
    length: int = 8
    strengths: list = field(default_factory=lambda: [0.5, 2.0, 8.0])
    target: int = 18


class LayerSweep:
    def __init__(self, model, config):
        self.config = config
        pool = torch.randint(0, 50, (2, 6, config.length))
        self.directions = contrast_directions(model, pool[0], pool[1])
        self.steering = Steering(model.blocks)
        self.model = torch.compile(model, backend="eager")

    @torch.no_grad()
    def score(self, ids, layer, vector):
        with self.steering.applied(layer, vector):
            logp, _ = self.model(ids)
        return logp[:, self.config.target].mean(), entropy(logp)

    def run(self, ids):
        base, base_entropy = self.score(ids, 0, torch.zeros_like(self.directions[0]))
        rows = []
        for layer, direction in enumerate(self.directions):
            gains = []
            for strength in self.config.strengths:
                gain, spread = self.score(ids, layer, direction * strength)
                gains.append((gain - base, spread - base_entropy))
            rows.append(gains)
        return base, rows


def main():
    torch.manual_seed(5)
    config = SweepConfig()
    sweep = LayerSweep(TinyLM().eval(), config)
    for split in ("dev", "test"):
        ids = torch.randint(0, 50, (config.prompts, config.length))
        base, rows = sweep.run(ids)
        print(f"{split} base {base.item():.4f}")
        for layer, gains in enumerate(rows):
            print(f"  layer {layer} " + " ".join(f"{g.item():+.4f}/{e.item():+.4f}" for g, e in gains))


if __name__ == "__main__":
    main()
