from functools import partial

import numpy as np

from frames import HOP, RATE


def detrended(phase):
    return phase - phase.mean(axis=0, keepdims=True)


UNFOLD = {
    "smooth": partial(np.unwrap, axis=0),
    "detrended": detrended,
}


def nearest(rate, bins, bin_width):
    hop_rate = RATE / HOP
    centers = np.arange(bins) * bin_width
    offset = rate - centers
    return centers + offset - np.round(offset / hop_rate) * hop_rate
