import torch
import torch.nn as nn

from encoder import EncoderConfig, SpeechEncoder
from numerics import rms_db


class Transcriber:
    def __init__(self, cfg, vocab=30):
        self.cfg = cfg
        self.encoder = SpeechEncoder(cfg).to(cfg.dtype).eval()
        self.encoder.compile(backend="eager")
        self.ctc = nn.Linear(cfg.dim, vocab).to(cfg.dtype)

    def features(self, wave):
        frames = wave.unfold(-1, 40, 20)[:, :self.cfg.frames]
        spectrum = torch.fft.rfft(frames * torch.hann_window(40)).abs()[..., 1:]
        return torch.log1p(spectrum).transpose(1, 2).to(self.cfg.dtype)

    @torch.no_grad()
    def __call__(self, wave, lengths):
        hidden = self.encoder(self.features(wave), lengths)
        scores = self.ctc(hidden).float()
        return scores.argmax(-1), scores.log_softmax(-1).max(-1).values.mean(-1)


if __name__ == "__main__":
    torch.manual_seed(0)
    asr = Transcriber(EncoderConfig())
    for batch in range(3):
        wave = torch.randn(2, 1100).cumsum(-1) * 0.2
        tokens, confidence = asr(wave, torch.tensor([48, 40 - 6 * batch]))
        level = [round(v, 2) for v in rms_db(wave).tolist()]
        print(batch, tokens[0, :8].tolist(), [round(v, 3) for v in confidence.tolist()], level)
