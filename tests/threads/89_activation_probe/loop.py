import torch
import torch.nn.functional as F


class Ema:
    def __init__(self, model, decay):
        self.decay = decay
        self.shadow = [p.detach().clone() for p in model.parameters()]

    def track(self, model, opt, loss):
        opt.zero_grad()
        loss.backward()
        opt.step()
        with torch.no_grad():
            for s, p in zip(self.shadow, model.parameters()):
                s.lerp_(p, 1 - self.decay)

    def distance(self, model):
        pairs = zip(self.shadow, model.parameters())
        return sum((s - p).abs().mean().item() for s, p in pairs)


def fit(model, batches, probe, ema, lr=0.1):
    opt = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9)

    @torch.compile(backend="aot_eager")
    def step(model, x, y):
        return F.cross_entropy(model(x), y, label_smoothing=0.05)

    losses = []
    for x, y in batches:
        with probe:
            loss = step(model, x, y)
        ema.track(model, opt, loss)
        losses.append(loss.item())
    return losses
