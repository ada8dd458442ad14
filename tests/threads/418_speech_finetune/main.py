import torch
import torch.nn.functional as F

from config import SpeechConfig
from model import SpeechCTC


def batches(cfg, generator, batch=3, samples=800, labels=5):
    for _ in range(cfg.steps):
        wave = torch.randn(batch, samples, generator=generator)
        target = torch.randint(1, cfg.vocab, (batch, labels), generator=generator)
        yield wave, target


def ctc(logp, target):
    frames = torch.full((logp.shape[0],), logp.shape[1])
    lengths = torch.full((target.shape[0],), target.shape[1])
    return F.ctc_loss(logp.transpose(0, 1), target, frames, lengths)


def main():
    torch.manual_seed(2)
    cfg = SpeechConfig()
    model = SpeechCTC(cfg)
    model.compile_layers(backend="aot_eager")
    trainable = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(trainable, lr=cfg.lr)
    for step, (wave, target) in enumerate(batches(cfg, torch.Generator().manual_seed(9))):
        loss = ctc(model(wave), target)
        optimizer.zero_grad()
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(trainable, 1.0)
        optimizer.step()
        print(f"step {step} loss {loss.item():.5f} grad {norm.item():.5f}")


if __name__ == "__main__":
    main()
