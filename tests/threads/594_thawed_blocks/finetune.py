import torch
import torch.nn.functional as F


class Finetuner:
    def __init__(self, model, schedule, lr):
        for param in model.stem.parameters():
            param.requires_grad_(False)
        self.schedule = schedule
        self.forward = torch.compile(model, backend="aot_eager")
        self.optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9)

    def grad_norm(self):
        grads = [p.grad for p in self.schedule.trainable()]
        return float(torch.stack([g.norm() for g in grads]).norm())

    def train_step(self, x, y, step):
        self.schedule.apply(step)
        self.optimizer.zero_grad(set_to_none=True)
        loss = F.cross_entropy(self.forward(x), y)
        loss.backward()
        norm = self.grad_norm()
        self.optimizer.step()
        return float(loss.detach()), norm

    def run(self, batches, steps):
        losses, norms = [], []
        for step in range(steps):
            x, y = batches[step % len(batches)]
            loss, norm = self.train_step(x, y, step)
            losses.append(loss)
            norms.append(norm)
        return losses, norms
