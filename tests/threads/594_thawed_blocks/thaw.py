class ThawSchedule:
    """Train the head first, then open one block every few steps from the top down."""

    def __init__(self, model, every):
        self.every = every
        self.groups = [model.head] + list(reversed(model.blocks))

    def open_groups(self, step):
        return min(len(self.groups), 1 + step // self.every)

    def apply(self, step):
        limit = self.open_groups(step)
        for index, group in enumerate(self.groups):
            for param in group.parameters():
                param.requires_grad_(index < limit)

    def trainable(self):
        return [p for group in self.groups for p in group.parameters() if p.requires_grad]
