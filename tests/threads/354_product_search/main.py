import torch

from ranker import Ranker
from service import SearchService
from tokenizer import HashTokenizer

QUERIES = [
    "red running shoes",
    "waterproof hiking-boots men",
    "sneakers",
    "kids rain boots size 30",
    "leather office shoes",
]


def main():
    torch.manual_seed(5)
    tokenizer = HashTokenizer(synonyms={"sneakers": "shoes", "trainers": "shoes"})
    service = SearchService(Ranker(tokenizer).eval(), docs=torch.randn(40, 16))
    for text in QUERIES:
        hits = service.search(text, user=torch.randn(8))
        print(f"{text:30s}", " ".join(f"{doc}:{score:.3f}" for doc, score in hits))
    print("popular", service.popular())


if __name__ == "__main__":
    main()
