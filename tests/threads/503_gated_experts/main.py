import torch

from model import MixedDecoder


def prompts(seed):
    rng = torch.Generator().manual_seed(seed)
    text = torch.randint(0, 40, (2, 16), generator=rng)
    mixed = torch.randint(0, 64, (2, 16), generator=rng)
    return {"text": text, "mixed": mixed, "text again": text.flip(1)}


@torch.no_grad()
def main():
    torch.manual_seed(1)
    model = MixedDecoder().eval()
    decode = torch.compile(model, backend="aot_eager")
    for name, ids in prompts(9).items():
        logits = decode(ids)
        print(f"{name}: next {logits[:, -1].argmax(-1).tolist()} mean {logits.mean():.5f} std {logits.std():.5f}")


if __name__ == "__main__":
    main()
