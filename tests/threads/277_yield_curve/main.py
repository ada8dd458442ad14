import datetime as dt

import torch

from bonds import Bond, Book
from curve import Calibrator, NelsonSiegel
from daycount import DayCount

SETTLE = dt.date(2024, 3, 15)


def universe() -> list[Bond]:
    gen = torch.manual_seed(13)
    noise = (0.3 * torch.randn(6, generator=gen)).tolist()
    years = [1, 2, 3, 5, 7, 10]
    coupons = [3.1, 3.0, 2.75, 2.5, 2.6, 2.8]
    prices = [99.6, 98.9, 98.0, 96.4, 95.9, 96.2]
    return [
        Bond(dt.date(2024 + y, 6, 20), c, p + e) for y, c, p, e in zip(years, coupons, prices, noise)
    ]


if __name__ == "__main__":
    curve = NelsonSiegel()
    calibrator = Calibrator(curve, Book(universe(), SETTLE, DayCount.ACT_365))
    for step in range(40):
        loss, worst = calibrator.step()
        if step % 8 == 0:
            print(f"step {step:2d} loss {loss:.5f} worst {worst:.4f}")
    with torch.no_grad():
        rates = curve.zero_rate(torch.tensor([1.0, 2.0, 5.0, 10.0]))
    print("zero rates", [round(r, 5) for r in rates.tolist()], "beta", [round(b, 5) for b in curve.beta.tolist()])
