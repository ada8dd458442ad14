import torch

SUBJECTS = [
    "printer on floor two is jammed", "vpn drops every hour", "need access to payroll",
    "laptop fan is loud", "new starter on monday", "mail search finds nothing",
    "badge does not open the lab", "screen flickers after update",
]


def encode(text, width=24, vocab=64):
    ids = [sum(map(ord, word)) % (vocab - 1) + 1 for word in text.split()]
    return (ids * width)[:width]


def collate(rows):
    texts = [text for text, _ in rows]
    return {
        "ids": torch.tensor([encode(t) for t in texts]),
        "weight": torch.tensor([1.0 + 0.1 * len(t.split()) for t in texts], dtype=torch.float64),
        "label": torch.tensor([label for _, label in rows]),
        "subject": " | ".join(texts),
    }


def batches(size=2, rounds=2):
    rows = [(text, i % 3) for i, text in enumerate(SUBJECTS)]
    for r in range(rounds):
        for start in range(0, len(rows), size):
            yield collate(rows[start:start + size])
        rows = rows[1:] + rows[:1]
