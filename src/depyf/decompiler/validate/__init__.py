"""Translation validation: decide whether recompiled source is the same program."""

from __future__ import annotations

from depyf.decompiler.validate.validator import DEFAULT_BUDGET, Verdict, validate

__all__ = ["DEFAULT_BUDGET", "Verdict", "validate"]
