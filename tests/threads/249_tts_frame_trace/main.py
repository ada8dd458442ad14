import torch

from config import AcousticConfig
from synth import Synthesizer


def load_sentences(cfg, count=3, length=9):
    gen = torch.Generator().manual_seed(cfg.seed)
    for i in range(count):
        yield f"utt{i:02d}", torch.randint(0, cfg.vocab, (2, length), generator=gen)


def main():
    cfg = AcousticConfig()
    torch.manual_seed(cfg.seed)
    synth = Synthesizer(cfg)
    for name, tokens in load_sentences(cfg):
        mel, trace = synth.speak(name, tokens)
        line = f"{name} frames={mel.shape[1]} mel={mel.abs().mean():.6f} stop={trace.stopped}"
        if cfg.report_focus:
            line += f" focus={trace.focus():.5f}"
        print(line)


if __name__ == "__main__":
    main()
