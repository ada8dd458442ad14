import torch

from ranker import Ranker, hit_rate
from settings import MODEL, STAGES


def main():
    torch.manual_seed(MODEL["seed"])
    ranker = Ranker(MODEL, STAGES).eval()
    rank = torch.compile(ranker, backend="inductor")
    gen = torch.Generator().manual_seed(9)
    for batch in range(3):
        users = torch.randint(0, MODEL["users"], (6,), generator=gen)
        wanted = torch.randint(0, MODEL["items"], (6,), generator=gen)
        with torch.no_grad():
            scores = rank(users)
        print(f"batch {batch} top {scores.argmax(-1).tolist()} mean {scores.mean().item():.4f} "
              f"hits@8 {hit_rate(scores, wanted, 8):.3f}")


if __name__ == "__main__":
    main()
