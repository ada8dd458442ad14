def adapter_names(model):
    return [n for n, _ in model.named_parameters() if "lora_" in n]


def mark_only_adapters_trainable(model):
    keep = set(adapter_names(model))
    for name, param in model.named_parameters():
        param.requires_grad_(name in keep)
    return [p for p in model.parameters() if p.requires_grad]


def adapter_norm(model):
    params = dict(model.named_parameters())
    return sum(params[n].detach().norm().item() for n in adapter_names(model))
