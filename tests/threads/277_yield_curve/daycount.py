import datetime as dt
from enum import Enum


class DayCount(Enum):
    ACT_365 = 365.0
    ACT_360 = 360.0


def add_months(day: dt.date, months: int) -> dt.date:
    total = day.year * 12 + day.month - 1 + months
    return day.replace(year=total // 12, month=total % 12 + 1, day=min(day.day, 28))


def year_fraction(start: dt.date, end: dt.date, convention: DayCount) -> float:
    return (end - start).days / convention.value
