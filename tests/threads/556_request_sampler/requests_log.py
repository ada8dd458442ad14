from dataclasses import dataclass


@dataclass
class Request:
    name: str
    prompt: list
    temperature: float
    min_p: float
    length: int = 12


def backlog():
    return [
        Request("draft", [3, 8, 21], 0.70, 0.05),
        Request("story", [5, 5, 17, 2], 1.10, 0.02),
        Request("code", [40, 1], 0.35, 0.20),
        Request("chat", [9, 12, 30], 0.85, 0.08),
        Request("poem", [7, 33, 33, 4], 1.30, 0.01),
    ]
