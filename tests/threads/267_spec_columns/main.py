import torch

from engine import SpecConfig, SpeculativeEngine


def make_prompt(length: int, vocab: int, gen: torch.Generator) -> torch.Tensor:
    prompt = torch.randint(1, vocab, (3, length), generator=gen)
    prompt[1, : length // 3] = 0
    return prompt


if __name__ == "__main__":
    torch.manual_seed(11)
    cfg = SpecConfig()
    engine = SpeculativeEngine(cfg)
    gen = torch.Generator().manual_seed(5)
    for length in (6, 9, 13, 8):
        draft, accepted, score = engine.serve(make_prompt(length, cfg.vocab, gen))
        print(length, draft.flatten().tolist(), accepted.tolist(), f"{score.item():.5f}")
