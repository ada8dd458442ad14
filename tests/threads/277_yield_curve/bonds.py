import datetime as dt
from dataclasses import dataclass

import torch

from daycount import DayCount, add_months, year_fraction


@dataclass(frozen=True)
class Bond:
    maturity: dt.date
    coupon: float
    quote: float
    months: int = 6

    def dates(self, settle: dt.date) -> list[dt.date]:
        days = [self.maturity]
        while add_months(days[-1], -self.months) > settle:
            days.append(add_months(days[-1], -self.months))
        return days[::-1]


class Book:
    def __init__(self, bonds: list[Bond], settle: dt.date, convention: DayCount) -> None:
        self.settle, self.convention = settle, convention
        schedules = [bond.dates(settle) for bond in bonds]
        self.grid = sorted({day for schedule in schedules for day in schedule})
        column = {day: i for i, day in enumerate(self.grid)}
        self.flows = torch.zeros(len(bonds), len(self.grid))
        for row, (bond, schedule) in enumerate(zip(bonds, schedules)):
            for day in schedule:
                self.flows[row, column[day]] = bond.coupon * bond.months / 12
            self.flows[row, column[bond.maturity]] += 100.0
        self.quotes = torch.tensor([bond.quote for bond in bonds])

    def times(self) -> torch.Tensor:
        return torch.tensor([year_fraction(self.settle, day, self.convention) for day in self.grid])
