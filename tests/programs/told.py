"""Prints what a piece of a program gives, or which exception it ends in.

What one torch refuses another compiles: a program goes on either way.
"""


def told(work, *args):
    try:
        result = work(*args)
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[:1])
    else:
        print(result)
