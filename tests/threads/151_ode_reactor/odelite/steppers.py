def heun(field, t, y, dt):
    """One Heun step; the second value is the error estimate."""
    k1 = field(t, y)
    k2 = field(t + dt, y + dt * k1)
    return y + 0.5 * dt * (k1 + k2), 0.5 * dt * (k2 - k1)


def rk4(field, t, y, dt):
    k1 = field(t, y)
    k2 = field(t + dt / 2, y + dt / 2 * k1)
    k3 = field(t + dt / 2, y + dt / 2 * k2)
    k4 = field(t + dt, y + dt * k3)
    return y + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4), None


METHODS = {"heun": heun, "rk4": rk4}
