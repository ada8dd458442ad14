"""Constants and state shared by the modules of the simulation."""

GRAVITY = -9.81
STIFFNESS = 40.0
DAMPING = 0.02
DT = 0.01

# integration
substeps = 2
ticks = 0
wind = 0.0


def gust():
    """A breeze that grows and dies down with the ticks."""
    return 0.5 * (ticks % 6)
