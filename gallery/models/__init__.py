"""The list: one model a row, in files by what the models are for."""

from __future__ import annotations
