"""Formulas as strings, e.g. from a YAML file."""
import re

ALLOWED = re.compile(r"[\w\s.+*/()-]+")


def substitute(text, values):
    for name, value in values.items():
        text = re.sub(rf"\b{name}\b", repr(float(value)), text)
    return text


def parse(text, **values):
    """A function of m."""
    if not ALLOWED.fullmatch(text):
        raise ValueError(f"not a formula: {text!r}")
    return eval("lambda m: " + substitute(text, values))
