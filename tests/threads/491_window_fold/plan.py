from dataclasses import dataclass


@dataclass
class Window:
    label: str
    start: int
    stop: int


def plan_windows(marks):
    windows = []
    for number, (lo, hi) in enumerate(zip(marks, marks[1:])):
        windows.append(Window(f"w{number}", lo, hi))
    return windows


def describe(windows):
    return ", ".join(w.label for w in windows)
