import torch
import torch.nn.functional as F

CHUNK = 800


def normalize(wave):
    return (wave - wave.mean()) / (wave.std() + 1e-5)


def split_chunks(wave):
    count = -(-wave.numel() // CHUNK)
    wave = F.pad(normalize(wave), (0, count * CHUNK - wave.numel()))
    return wave.reshape(count, CHUNK), count


def duration(wave, rate=8000):
    return wave.numel() / rate
