from dataclasses import dataclass, field


@dataclass
class Request:
    prompt: list
    max_new: int = 6
    temperature: float = 1.0
    banned: list = field(default_factory=list)


def load_requests():
    prompts = [[3, 9, 4], [7, 2, 11], [5, 5, 8], [1, 12, 6], [13, 4, 2], [10, 3, 7]]
    bans = [[0], [0, 17], [0, 17, 21], [0, 2, 30, 31], [0, 5, 6, 7, 8], [0, 9, 10, 11, 12, 13]]
    return [Request(prompt=p, banned=b) for p, b in zip(prompts, bans)]
