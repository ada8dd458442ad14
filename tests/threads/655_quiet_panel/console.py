import contextlib
import io
import sys


def hushed():
    return contextlib.redirect_stdout(io.StringIO())


def banner(text, stream=None):
    print(f"== {text} ==", file=stream or sys.stdout)


def row(name, values):
    print(f"{name:10s}", " ".join(f"{v:.4f}" for v in values))
