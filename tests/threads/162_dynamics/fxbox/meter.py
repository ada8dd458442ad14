import numpy as np


def rms_db(x):
    return 10 * np.log10(float((x.numpy() ** 2).mean()) + 1e-12)


def crest(x):
    a = np.abs(x.numpy())
    return float(a.max() / np.sqrt((a**2).mean()))
