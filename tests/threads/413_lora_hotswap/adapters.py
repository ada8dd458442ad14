from dataclasses import dataclass, field

from torch import nn


@dataclass
class LoraConfig:
    r: int = 4
    lora_alpha: int = 4
    target_modules: list = field(default_factory=lambda: ["q_proj", "v_proj"])


class LoraLinear(nn.Module):
    def __init__(self, base):
        super().__init__()
        self.base = base
        self.lora_A = nn.ModuleDict()
        self.lora_B = nn.ModuleDict()
        self.scaling = {}
        self.active = None

    def add_adapter(self, name, config):
        self.lora_A[name] = nn.Linear(self.base.in_features, config.r, bias=False)
        self.lora_B[name] = nn.Linear(config.r, self.base.out_features, bias=False)
        self.scaling[name] = config.lora_alpha / config.r
        self.active = name

    def forward(self, x):
        out = self.base(x)
        if self.active is None:
            return out
        delta = self.lora_B[self.active](self.lora_A[self.active](x))
        return out + delta * self.scaling[self.active]


def inject(model, config, name="default"):
    for module in list(model.modules()):
        for child_name, child in list(module.named_children()):
            if child_name in config.target_modules and isinstance(child, nn.Linear):
                layer = LoraLinear(child)
                layer.add_adapter(name, config)
                setattr(module, child_name, layer)
    return model


def lora_layers(model):
    return {key: m for key, m in model.named_modules() if isinstance(m, LoraLinear)}
