from lora import LoraLinear


def hotswap(model, adapter):
    """Writes an adapter's weights and scaling over those that are there."""
    for module in model.modules():
        if isinstance(module, LoraLinear):
            module.down.copy_(adapter["draw"](module.down))
            module.up.copy_(adapter["draw"](module.up))
            set_scaling(module, adapter["alpha"] / adapter["rank"])


def set_scaling(module, value):
    module.scaling = value
