import torch

from model import Ranker, RankerConfig
from service import RankingService, RequestSource

TRAFFIC = [(6, 14, 14), (6, 20, 14), (9, 11, 14), (5, 17, 30), (12, 9, 22)]


def main():
    torch.manual_seed(41)
    cfg = RankerConfig()
    service = RankingService(Ranker(cfg), cfg).warmup()
    source = RequestSource(cfg, seed=7)
    for users, history, slate in TRAFFIC:
        items, scores = service.rank(*source.batch(users, history, slate))
        print(f"{users:2d}x{history:2d}x{slate:2d}", items[0].tolist(),
              f"{scores.mean():.6f}", f"{scores.max():.6f}")
    print("served", service.served)


if __name__ == "__main__":
    main()
