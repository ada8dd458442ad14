import numpy as np

RATE = 8000
SIZE = 256
HOP = 64


def tone(freq, seconds, rng):
    t = np.arange(int(RATE * seconds)) / RATE
    vibrato = 0.4 * np.sin(2 * np.pi * 5 * t)
    wave = np.sin(2 * np.pi * freq * t + vibrato) + 0.3 * np.sin(4 * np.pi * freq * t)
    return wave + 0.01 * rng.standard_normal(len(t))


def split(wave):
    count = 1 + (len(wave) - SIZE) // HOP
    index = np.arange(SIZE)[None, :] + HOP * np.arange(count)[:, None]
    return wave[index]


def band_edges(low, high):
    return int(low * SIZE / RATE), int(high * SIZE / RATE) + 1
