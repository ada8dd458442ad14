import torch

from adapters import lora_layers


@torch.no_grad()
def hotswap_adapter(model, state, config, name="default"):
    for key, layer in lora_layers(model).items():
        layer.lora_A[name].weight.copy_(state[f"{key}.A"])
        layer.lora_B[name].weight.copy_(state[f"{key}.B"])
        layer.scaling[name] = config.lora_alpha / config.r


def random_state(model, config, seed):
    gen = torch.Generator().manual_seed(seed)
    state = {}
    for key, layer in lora_layers(model).items():
        state[f"{key}.A"] = torch.randn(config.r, layer.base.in_features, generator=gen) * 0.1
        state[f"{key}.B"] = torch.randn(layer.base.out_features, config.r, generator=gen) * 0.1
    return state
