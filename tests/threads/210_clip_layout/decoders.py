"""Fake decoders: each gives (channels, time) in the way its real library would."""
import torch


def _tone(seconds, pitch, channels, rate):
    time = torch.arange(int(seconds * rate)) / rate
    wave = torch.sin(6.2832 * pitch * time)
    shift = torch.arange(channels).unsqueeze(1) * 0.5
    return torch.stack([wave * torch.cos(s) for s in shift.squeeze(1)])


def wav(seconds, pitch, rate=200):
    interleaved = _tone(seconds, pitch, 2, rate).t().contiguous()
    return interleaved.t()


def flac(seconds, pitch, rate=200):
    return _tone(seconds, pitch, 2, rate).contiguous()


def voice_memo(seconds, pitch, rate=200):
    mono = _tone(seconds, pitch, 1, rate)
    return mono.expand(2, -1)


DECODERS = {"wav": wav, "flac": flac, "m4a": voice_memo}


def decode(name, seconds, pitch):
    return DECODERS[name.rsplit(".", 1)[-1]](seconds, pitch)
