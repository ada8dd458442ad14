from dataclasses import dataclass


@dataclass
class Request:
    prompt: int
    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 1.0


TRACE = [
    [Request(3), Request(8), Request(5, temperature=0.7), Request(1)],
    [Request(2, top_k=5), Request(9), Request(4), Request(6)],
    [Request(7), Request(3, top_p=0.8), Request(12), Request(5, top_p=0.6)],
    [Request(1, top_k=8), Request(11, top_p=0.9), Request(2, temperature=1.3), Request(10)],
    [Request(6), Request(4), Request(13), Request(8)],
]


def describe(batch):
    knobs = sum(r.top_k > 0 for r in batch), sum(r.top_p < 1 for r in batch)
    return f"k={knobs[0]} p={knobs[1]}"
