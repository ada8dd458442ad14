"""Quantization-aware training of a small keyword spotter."""
import torch

from data import keyword_batches
from qmodel import QatSpotter
from train import Settings, Trainer


def main():
    torch.manual_seed(1)
    model = QatSpotter(n_mels=20, n_words=5)
    trainer = Trainer(model, Settings(lr=0.1, compile=True, warmup=2))
    for step, (x, y) in enumerate(keyword_batches(n=6, batch=16, n_mels=20, n_words=5)):
        loss = trainer.step(x, y)
        if step % 2 == 1:
            print(f"step {step}: {loss:.4f}")
    ranges = model.ranges()
    print("ranges", " ".join(f"{k}={v:.3f}" for k, v in ranges.items()))
    print(f"int8 weight sum {model.export_int8()}")


if __name__ == "__main__":
    main()
