import torch

from collate import make_replies, pad_batch
from reward_model import RewardModel

VOCAB, LONGEST, BATCH = 32, 10, 4


@torch.no_grad()
def main():
    torch.manual_seed(21)
    model = RewardModel(VOCAB, width=32, heads=4, depth=2).eval()
    scorer = torch.compile(model, backend="inductor")
    replies = make_replies(12, VOCAB, LONGEST, seed=4)
    scores = []
    for start in range(0, len(replies), BATCH):
        tokens, mask = pad_batch(replies[start : start + BATCH], LONGEST)
        scores.extend(scorer(tokens, mask).tolist())
    ranking = sorted(range(len(scores)), key=lambda index: -scores[index])
    print("best", ranking[:4])
    print("scores", " ".join(f"{score:.3f}" for score in scores[:6]))


if __name__ == "__main__":
    main()
