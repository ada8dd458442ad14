import torch

from encoder import PassageEncoder
from quantize import QuantConfig, quantize_model


def rank(queries: torch.Tensor, passages: torch.Tensor, k: int) -> tuple[torch.Tensor, torch.Tensor]:
    return (queries @ passages.T).topk(k, dim=-1)


@torch.no_grad()
def main() -> None:
    torch.manual_seed(5)
    model = PassageEncoder().eval()
    passages = torch.randint(0, 64, (12, 9))
    queries = torch.randint(0, 64, (12, 9))
    exact = model(passages)

    count = quantize_model(model, QuantConfig(bits=4, group_size=8))
    model.compile_blocks("aot_eager")
    p, q = model(passages), model(queries)
    scores, ids = rank(q, p, 3)

    print(f"{count} layers quantised")
    print(f"cosine to full precision {(p * exact).sum(-1).mean().item():.6f}")
    for row in range(4):
        print(f"query {row}: {ids[row].tolist()} {[round(s, 5) for s in scores[row].tolist()]}")


if __name__ == "__main__":
    main()
