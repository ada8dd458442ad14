import torch
import torch.nn.functional as F


class Trainer:
    def __init__(self, model, augment, precision, lr, accumulate):
        self.model = model
        self.prepare = torch.compile(augment, backend="eager")
        self.precision = precision
        self.accumulate = accumulate
        self.opt = torch.optim.SGD(model.parameters(), lr=lr)
        self.gen = torch.Generator().manual_seed(7)
        self.seen = 0

    def jitter(self, images):
        return 1 + 0.2 * (torch.rand(len(images), 1, 1, 1, generator=self.gen) - 0.5)

    def train_step(self, images, labels):
        with self.precision.region():
            x = self.prepare(images, self.jitter(images))
            loss = F.cross_entropy(self.model(x), labels)
        (loss / self.accumulate).backward()
        self.seen += 1
        if self.seen % self.accumulate == 0:
            self.opt.step()
            self.opt.zero_grad()
        return loss.detach()

    def evaluate(self, batches):
        right, total, light = 0, 0, 0.0
        for images, labels in batches:
            x = self.prepare(images, torch.ones(len(images), 1, 1, 1))
            with torch.no_grad(), self.precision.region():
                right += int((self.model(x).argmax(-1) == labels).sum())
            total += len(labels)
            light += x.mean().item()
        return right / total, light
