from torch.nn import functional as F


class SpanObjective:
    def __init__(self, model, span_weight=0.5, decay=1e-3):
        self.model = model
        self.span_weight = span_weight
        self.decay = decay

    def __call__(self, signal, kind, bounds):
        out = self.model(signal)
        kind_loss = F.cross_entropy(out.logits, kind)
        span_loss = F.cross_entropy(out.span.flatten(0, 1), bounds.flatten())
        penalty = out.pooled.pow(2).mean()
        return kind_loss + self.span_weight * span_loss + self.decay * penalty
