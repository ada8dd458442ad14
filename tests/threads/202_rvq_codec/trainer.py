from dataclasses import dataclass

import torch


@dataclass
class TrainConfig:
    backend: str = "inductor"
    lr: float = 5e-3
    commit_weight: float = 0.25
    compile: bool = True


class CodecTrainer:
    def __init__(self, codec, config):
        self.codec = codec
        self.config = config
        self.optimizer = torch.optim.Adam(codec.parameters(), lr=config.lr)
        self.losses = self._losses
        if config.compile:
            self.losses = torch.compile(self._losses, backend=config.backend)

    def _losses(self, wave):
        recon, commit = self.codec(wave)
        return (recon - wave).abs().mean(), commit

    def fit_batch(self, wave):
        self.codec.train()
        recon, commit = self.losses(wave)
        loss = recon + self.config.commit_weight * commit
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item(), commit.item()
