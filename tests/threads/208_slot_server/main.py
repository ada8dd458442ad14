import torch

from core import Request
from engine import Engine
from model import TinyLM


def main():
    torch.manual_seed(17)
    engine = Engine(TinyLM().eval(), slots=6, backend="eager")
    for uid, budget in enumerate((6, 2, 5, 3, 4, 2, 3)):
        engine.waiting.append(Request(uid, prompt=[uid + 1, 2 * uid + 3], budget=budget))
    finished = engine.run()
    for uid in sorted(finished):
        print("request", uid, "tokens", *finished[uid])


if __name__ == "__main__":
    main()
