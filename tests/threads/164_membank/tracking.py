"""Thin layer over logging, so that a run can be followed with one flag."""
import logging

log = logging.getLogger("moco")


def note(name, value):
    log.info("%s=%s", name, value)


def note_many(**values):
    for k, v in values.items():
        note(k, v)
