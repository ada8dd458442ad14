"""Train a learned audio codec; the config says how the model is compiled."""
import torch

from codec import Codec
from trainer import CodecTrainer, TrainConfig


def main():
    torch.manual_seed(30)
    cfg = TrainConfig(steps=4, lr=0.02, compile=True, backend="aot_eager")
    trainer = CodecTrainer(Codec(frame=32, code=8), cfg)
    for it, loss in trainer.fit():
        print(f"it {it} loss {loss:.5f}")
    print("compiled:", trainer.compiled)


if __name__ == "__main__":
    main()
