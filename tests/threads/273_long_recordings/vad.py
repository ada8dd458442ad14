from dataclasses import dataclass

import torch


@dataclass
class VadConfig:
    block: int = 400
    threshold: float = 0.01
    min_blocks: int = 2
    threads: int = 1


class VoiceDetector:
    def __init__(self, cfg: VadConfig) -> None:
        self.cfg = cfg
        torch.set_num_threads(cfg.threads)

    @torch.no_grad()
    def segments(self, wave: torch.Tensor) -> list[tuple[int, int]]:
        block = self.cfg.block
        energy = wave[: wave.numel() // block * block].view(-1, block).pow(2).mean(1)
        found, start = [], None
        for i, on in enumerate((energy > self.cfg.threshold).tolist() + [False]):
            if on and start is None:
                start = i
            elif not on and start is not None:
                if i - start >= self.cfg.min_blocks:
                    found.append((start * block, i * block))
                start = None
        return found
