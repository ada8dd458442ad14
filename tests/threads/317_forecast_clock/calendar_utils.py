import math
from datetime import datetime, timedelta

import torch


def parse_cycle(text):
    return datetime.strptime(text, "%Y%m%d%H")


def valid_times(cycle, hours, count):
    return [cycle + timedelta(hours=hours * (i + 1)) for i in range(count)]


def year_fraction(when):
    start = when.replace(month=1, day=1, hour=0)
    return (when - start) / timedelta(days=365.25)


def solar_angles(when):
    """Declination and hour angle at Greenwich, in radians."""
    season = 2 * math.pi * year_fraction(when)
    declination = -0.409 * math.cos(season + 0.172)
    hour = 2 * math.pi * (when.hour / 24) - math.pi
    return torch.tensor([declination, hour])
