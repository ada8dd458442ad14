"""Trains a small weather emulator on advected fields; every block is compiled by itself."""
import argparse

import torch

from blocks import Emulator, area_weights


def compile_blocks(model, backend):
    for name, block in model.blocks.named_children():
        model.blocks.register_module(name, torch.compile(block, backend=backend))
    return model


def advect(fields, shift):
    return torch.roll(fields, shifts=shift, dims=-1) * 0.99


def sample(gen, rows=8, cols=16):
    noise = torch.randn(2, 3, rows, cols, generator=gen)
    smooth = sum(torch.roll(noise, s, dims=-1) for s in (-1, 0, 1)) / 3
    return smooth, advect(smooth, 1)


def train(model, steps, gen):
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    weights = area_weights(8)
    for step in range(steps):
        now, later = sample(gen)
        loss = (weights * (model(now) - later).pow(2)).mean()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        print(f"step {step} loss {loss.item():.5f}")


def main():
    args = argparse.Namespace(backend="aot_eager", steps=4, seed=21)
    torch.manual_seed(args.seed)
    gen = torch.Generator().manual_seed(args.seed)
    model = compile_blocks(Emulator(), args.backend)
    train(model, args.steps, gen)
    print(f"passes {model.steps_seen}")


if __name__ == "__main__":
    main()
