import torch
from torch import nn

from blocks import ConvBlock, EncoderConfig, StreamState


class StreamingEncoder(nn.Module):
    def __init__(self, cfg: EncoderConfig):
        super().__init__()
        self.cfg = cfg
        self.stem = nn.Linear(cfg.n_mels, cfg.width)
        self.blocks = nn.ModuleList(ConvBlock(cfg, i) for i in range(cfg.depth))
        self.head = nn.Linear(cfg.width, cfg.vocab)

    def compile_blocks(self) -> "StreamingEncoder":
        for block in self.blocks:
            block.compile(backend=self.cfg.backend)
        return self

    def forward(self, mel: torch.Tensor, state: StreamState) -> torch.Tensor:
        x = self.stem(mel)
        for block in self.blocks:
            x = block(x, state)
        state.frames_seen += mel.shape[1]
        return self.head(x).log_softmax(-1)


def greedy_ctc(logp: torch.Tensor, blank: int = 0) -> list[list[int]]:
    out = []
    for row in logp.argmax(-1).tolist():
        out.append([t for i, t in enumerate(row) if t != blank and (i == 0 or t != row[i - 1])])
    return out
