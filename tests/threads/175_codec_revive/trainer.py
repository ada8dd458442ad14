from dataclasses import dataclass

import torch
import torch.nn.functional as F


@dataclass
class Settings:
    steps: int
    lr: float
    backend: str
    commit: float = 0.25
    log_every: int = 5


class CodecTrainer:
    def __init__(self, codec, settings):
        self.codec = codec
        self.s = settings
        self.opt = torch.optim.AdamW(codec.parameters(), lr=settings.lr)
        self.codec.compile(backend=settings.backend)
        self.step_no = 0

    def _step(self, wav):
        out, commit = self.codec(wav)
        loss = F.l1_loss(out, wav) + self.s.commit * commit
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        self.step_no += 1
        return loss.item()

    def fit(self, stream):
        self.codec.train()
        history = []
        for wav in stream.batches(self.s.steps):
            history.append(self._step(wav))
            if self.step_no % self.s.log_every == 0:
                print(f"step {self.step_no:3d}  loss {history[-1]:.4f}")
        return history

    @torch.no_grad()
    def snr(self, wav):
        self.codec.eval()
        out, _ = self.codec(wav)
        return (10 * torch.log10(wav.square().mean() / (out - wav).square().mean())).item()
