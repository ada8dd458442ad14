from .tracing import quiet, traced


@quiet
def euler(field, t, y, dt):
    return y + dt * field(t, y)


@traced("stages")
def stages(field, t, y, dt):
    a = field(t, y)
    b = field(t + dt, y + dt * a)
    return a, b


@quiet
def heun(field, t, y, dt):
    """Second order step and the difference to the first order one."""
    a, b = stages(field, t, y, dt)
    new = y + 0.5 * dt * (a + b)
    return new, new - euler(field, t, y, dt)
