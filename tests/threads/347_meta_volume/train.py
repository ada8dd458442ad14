import torch
import torch.nn as nn
import torch.nn.functional as F

from volume import collate


class UNet(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.enc = nn.Conv2d(1, width, 3, padding=1)
        self.down = nn.Conv2d(width, width, 3, stride=2, padding=1)
        self.head = nn.Conv2d(2 * width, 1, 1)

    def forward(self, x):
        skip = F.relu(self.enc(x))
        low = F.relu(self.down(skip))
        up = F.interpolate(low, scale_factor=2.0, mode="nearest")
        return self.head(torch.cat([skip, up], dim=1))


def dice_loss(logits, target):
    prob = logits.sigmoid()
    inter = (prob * target).sum()
    return 1 - (2 * inter + 1) / (prob.sum() + target.sum() + 1)


class Trainer:
    def __init__(self, net, lr=0.05):
        self.net = net
        self.step_fn = torch.compile(self._loss, backend="eager")
        self.optim = torch.optim.SGD(net.parameters(), lr=lr, momentum=0.9)

    def _loss(self, images, masks):
        logits = self.net(images)
        return dice_loss(logits, masks) + F.binary_cross_entropy_with_logits(logits, masks)

    def prepare(self, pairs):
        images, masks = zip(*pairs)
        return collate(images), torch.stack(masks)

    def fit(self, pairs):
        images, masks = self.prepare(pairs)
        loss = self.step_fn(images, masks)
        self.optim.zero_grad()
        loss.backward()
        self.optim.step()
        return loss.item(), images.applied
