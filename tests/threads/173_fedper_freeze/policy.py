"""Which part of the network a client may train."""


class FreezePolicy:
    def __init__(self, groups):
        self.groups = groups

    def prefixes(self, scope):
        if scope == "full":
            return self.groups
        if scope == "head":
            return ("head",)
        return ("adapter", "head")

    def apply(self, net, client):
        """Prepares `net` for a client and returns the parameters to train."""
        allowed = self.prefixes(client.scope)
        chosen = []
        for name, p in net.named_parameters():
            trainable = name.startswith(tuple(allowed))
            p.requires_grad_(trainable)
            if trainable:
                chosen.append(p)
        return chosen

    def release(self, net):
        for p in net.parameters():
            p.requires_grad_(True)
