"""Conjugate gradients with a fixed budget of iterations."""
from dataclasses import dataclass

import torch


@dataclass
class Tolerance:
    absolute: float = 1e-10
    relative: float = 1e-5

    def reached(self, rr, rr0):
        return rr <= self.absolute + self.relative ** 2 * rr0


def dot(a, b):
    return (a * b).sum()


def conjugate_gradient(apply, rhs, x, tol, budget):
    r = rhs - apply(x)
    p = r
    rr = rr0 = dot(r, r)
    for _ in range(budget):
        if tol.reached(rr, rr0):
            break
        ap = apply(p)
        alpha = rr / dot(p, ap)
        x = x + alpha * p
        r = r - alpha * ap
        rr_next = dot(r, r)
        p = r + (rr_next / rr) * p
        rr = rr_next
    return x
