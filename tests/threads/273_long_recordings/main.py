import math

import torch

from recognizer import Recognizer
from session import Session


def recording(seconds: float, pitch: float, gaps: int, rate: int = 8000) -> torch.Tensor:
    t = torch.arange(int(seconds * rate)) / rate
    voice = torch.sin(2 * math.pi * pitch * t) + 0.4 * torch.sin(6 * math.pi * pitch * t)
    envelope = (torch.sin(math.pi * (gaps + 0.5) * t / seconds) > -0.2).float()
    return 0.3 * voice * envelope + 0.01 * torch.randn(t.numel())


if __name__ == "__main__":
    torch.manual_seed(11)
    torch.set_num_threads(2)
    recognizer = Recognizer()
    recognizer.decode(torch.zeros(recognizer.rate // 4))
    session = Session(recognizer)
    inbox = [
        ("memo-01", recording(0.4, 180.0, 1)),
        ("memo-02", recording(0.5, 220.0, 1)),
        ("call-03", recording(2.2, 140.0, 4)),
        ("call-05", recording(3.0, 200.0, 6)),
    ]
    for name, wave in inbox:
        tokens, score = session.transcribe(wave)
        print(name, len(tokens), "tokens", tokens[:8], f"score {score:.4f}")
