import torch
from torch import nn


class BackgroundNet(nn.Module):
    def __init__(self, width, decay=0.8):
        super().__init__()
        self.decay = decay
        self.enc = nn.Conv2d(6, width, 3, padding=1)
        self.dec = nn.Conv2d(width, 1, 3, padding=1)

    def blend(self, frame, background):
        return (self.decay * background + (1 - self.decay) * frame).contiguous()

    def forward(self, frame, background):
        x = torch.cat([frame, (frame - background).abs()])[None]
        mask = self.dec(torch.relu(self.enc(x)))[0, 0].sigmoid()
        return mask, self.blend(frame, background)
