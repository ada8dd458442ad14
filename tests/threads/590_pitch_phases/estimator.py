import numpy as np

from frames import HOP, RATE, SIZE
from phase import UNFOLD, nearest


class PitchTracker:
    def __init__(self, window, mode="smooth"):
        self.window = window
        self.unfold = UNFOLD[mode]

    def bin_rates(self, spectrum):
        phase = self.unfold(np.angle(spectrum))
        return (phase[1:] - phase[:-1]) / (2 * np.pi * HOP) * RATE

    def estimate(self, frames):
        spectrum = np.fft.rfft(frames * self.window, axis=-1)
        rate = self.bin_rates(spectrum)
        power = np.abs(spectrum[1:]) ** 2
        freq = nearest(rate, SIZE // 2 + 1, RATE / SIZE)
        weight = power**2 / (power**2).sum(axis=-1, keepdims=True)
        return (weight * freq).sum(axis=-1), power


def summarize(track):
    return float(np.median(track)), float(track.max() - track.min())
