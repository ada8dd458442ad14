import torch
import torch.nn.functional as F

from metric_base import MetricSuite
from metrics import NormalizedEntropy, OrderedPairs
from ranker import ClickRanker, click_batches

USERS, ITEMS, WIDTH = 30, 50, 8


def main():
    torch.manual_seed(2)
    ranker = ClickRanker(USERS, ITEMS, WIDTH)
    optimizer = torch.optim.Adagrad(ranker.parameters(), lr=0.1)
    suite = MetricSuite(entropy=NormalizedEntropy(), pairs=OrderedPairs())
    record = torch.compile(suite.record, backend="aot_eager", fullgraph=True)
    for user_ids, item_ids, clicks in click_batches(12, 64, USERS, ITEMS, seed=6):
        logits = ranker(user_ids, item_ids)
        loss = F.binary_cross_entropy_with_logits(logits, clicks)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        record(logits.detach(), clicks)
    for name, entry in suite.summary().items():
        print(name, entry["batches"], f"{entry['value']:.4f}")
    print("last loss", f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
