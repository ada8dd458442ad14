from dataclasses import dataclass

import torch


@dataclass
class LoraWeight:
    up: torch.Tensor
    down: torch.Tensor
    alpha: float

    def delta(self):
        return (self.up @ self.down) * (self.alpha / self.down.shape[0])


def calculate_weight(entries, weight):
    for strength, lora in entries:
        weight = weight + strength * lora.delta().to(weight.dtype)
    return weight


class WeightPatch:
    def __init__(self, key, patches):
        self.key = key
        self.patches = patches

    def __repr__(self):
        return f"WeightPatch({self.key})"

    def __call__(self, weight):
        return calculate_weight(self.patches[self.key], weight)


class ModelPatcher:
    def __init__(self, model, prefix="diffusion_model."):
        self.model, self.prefix = model, prefix
        self.patches = {}

    def add_patches(self, loras, strength=1.0):
        known = {self.prefix + name for name, _ in self.model.named_parameters()}
        for key in [key for key in loras if key in known]:
            self.patches.setdefault(key, []).append((strength, loras[key]))
        return [key for key in loras if key not in known]

    def load(self):
        for name, module in self.model.named_modules():
            key = f"{self.prefix}{name}.weight"
            if key in self.patches:
                module.weight_function = [WeightPatch(key, self.patches)]
        return self.model
