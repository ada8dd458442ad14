from dataclasses import dataclass

import torch
import torch.nn.functional as F


@dataclass
class TrainConfig:
    sizes: tuple = (64, 80, 64, 96, 80, 96, 64, 80)
    batch: int = 4
    lr: float = 0.02
    clip: float = 5.0


class SyntheticBoxes:
    def __init__(self, cfg, seed=0):
        self.cfg = cfg
        self.gen = torch.Generator().manual_seed(seed)

    def __iter__(self):
        for size in self.cfg.sizes:
            images = torch.rand(self.cfg.batch, 3, size, size, generator=self.gen)
            centre = torch.rand(self.cfg.batch, 2, generator=self.gen) * size
            labels = torch.randint(3, (self.cfg.batch,), generator=self.gen)
            yield images, torch.cat((centre - size / 8, centre + size / 8), -1), labels


def detection_loss(boxes, logits, target, labels):
    centre = (boxes[..., :2] + boxes[..., 2:]) / 2
    goal = (target[:, :2] + target[:, 2:]) / 2
    weight = torch.softmax(-(centre.detach() - goal[:, None]).pow(2).sum(-1) / 64, -1)
    box = F.smooth_l1_loss(boxes, target[:, None].expand_as(boxes), reduction="none").mean(-1)
    onehot = F.one_hot(labels, logits.shape[-1]).to(logits.dtype)
    cls = F.binary_cross_entropy_with_logits(logits, onehot[:, None].expand_as(logits), reduction="none").mean(-1)
    return (weight * box).sum(-1).mean(), (weight * cls).sum(-1).mean()


class Trainer:
    def __init__(self, model, cfg):
        self.cfg = cfg
        self.params = list(model.parameters())
        self.optimizer = torch.optim.SGD(self.params, lr=cfg.lr, momentum=0.9)
        self.model = torch.compile(model, backend="aot_eager", dynamic=True)

    def fit(self, loader):
        for step, (images, target, labels) in enumerate(loader):
            boxes, logits = self.model(images)
            box, cls = detection_loss(boxes, logits, target, labels)
            self.optimizer.zero_grad()
            (0.1 * box + cls).backward()
            torch.nn.utils.clip_grad_norm_(self.params, self.cfg.clip)
            self.optimizer.step()
            print(f"step {step} size {images.shape[-1]} box {box.item():.4f} cls {cls.item():.4f}")
