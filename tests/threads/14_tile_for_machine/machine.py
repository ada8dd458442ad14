import functools
import os


@functools.lru_cache(maxsize=1)
def cores():
    return os.cpu_count() or 1


@functools.lru_cache(maxsize=1)
def best_tile():
    return 8 if cores() < 4096 else 16
