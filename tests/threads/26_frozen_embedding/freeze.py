def train_only(model, *names):
    """Freezes all parameters but those whose own name is given."""
    for name, p in model.named_parameters():
        p.requires_grad_(name.rsplit(".", 1)[-1] in names)
    return [p for p in model.parameters() if p.requires_grad]
