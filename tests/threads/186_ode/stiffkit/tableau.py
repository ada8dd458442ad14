"""Bogacki-Shampine 3(2)."""
A = ((0.5,), (0.0, 0.75), (2 / 9, 1 / 3, 4 / 9))
C = (0.5, 0.75, 1.0)
E = (-5 / 72, 1 / 12, 1 / 9, -1 / 8)


def combine(ks, coeff, dt):
    out = 0.0
    for k, c in zip(ks, coeff):
        if c:
            out = out + (dt * c) * k
    return out
