import torch

from encoder import BiEncoder, HashTokenizer
from index import ShardedIndex

OLD_DOCS = [
    "how to prune apple trees in winter",
    "soil acidity for blueberries",
    "watering tomatoes in a greenhouse",
    "compost from kitchen waste",
]
NEW_DOCS = [
    "train the rose on a wall",
    "sharpening garden shears",
    "when to harvest garlic",
    "slug traps that work",
    "sowing carrots in sandy soil",
    "grafting apple trees in spring",
    "storing potatoes over winter",
    "mulch for strawberry beds",
]
QUERIES = ["apple trees", "sandy soil for carrots", "winter garden"]


def snapshot(encoder, tokenizer, docs):
    with torch.no_grad():
        return {"vectors": [encoder(tokenizer(docs)).tolist()], "texts": [docs]}


def main():
    torch.manual_seed(21)
    tokenizer = HashTokenizer()
    encoder = BiEncoder().eval()
    index = ShardedIndex(encoder, tokenizer)
    index.restore(snapshot(encoder, tokenizer, OLD_DOCS))
    index.build(NEW_DOCS)
    for query in QUERIES:
        hits = index.search(query)
        print(query, "->", "; ".join(f"{t} ({s:.3f})" for t, s in hits))


if __name__ == "__main__":
    main()
