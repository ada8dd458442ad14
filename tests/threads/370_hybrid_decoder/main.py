import torch

from config import LMConfig
from generation import InferenceParams, decode, speed_report
from model import HybridLM


def load_model(cfg, seed=0):
    torch.manual_seed(seed)
    model = HybridLM(cfg).eval().requires_grad_(False)
    for block in model.layers:
        block.compile(backend=cfg.backend)
    return model


def main():
    cfg = LMConfig(n_layers=6)
    model = load_model(cfg)
    prompts = torch.randint(0, cfg.vocab, (2, 5), generator=torch.Generator().manual_seed(7))
    params = InferenceParams(max_batch=2)
    tokens, scores = decode(model, prompts, params, steps=4)
    for row, s in zip(tokens.tolist(), scores.tolist()):
        print(" ".join(f"{t:2d}" for t in row), f"logp {s:.5f}")
    print(speed_report(params))


if __name__ == "__main__":
    main()
