import torch

from melkit import levels

N_FFT = 256
BANK = levels.triangular(24, N_FFT // 2 + 1)


def frame(x, size, hop):
    return x.unfold(0, size, hop) * torch.hann_window(size)


def preemphasis(x, coef=0.97):
    return torch.cat([x[:1], x[1:] - coef * x[:-1]])


@torch.compile(backend="eager")
def features(x):
    x = preemphasis(levels.normalize(x))
    frames = frame(x, N_FFT, N_FFT // 2)
    spec = torch.fft.rfft(frames).abs().pow(2)
    mel = spec @ BANK
    return levels.to_db(mel, floor=1e-6)
