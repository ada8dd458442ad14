import torch


def preemphasis(wave, amount=0.97):
    return torch.cat([wave[:, :1], wave[:, 1:] - amount * wave[:, :-1]], dim=1)


def frames(wave, size=64, hop=32):
    return wave.unfold(-1, size, hop) * torch.hann_window(size)


def band_energy(framed, bands=8):
    power = torch.fft.rfft(framed).abs().square()[..., 1:]
    return power.reshape(*power.shape[:-1], bands, -1).mean(-1)


def log_scale(energy, floor=1e-5):
    return energy.clamp_min(floor).log()
