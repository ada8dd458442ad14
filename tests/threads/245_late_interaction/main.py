import torch

from encoder import TokenEncoder
from index import TokenIndex
from search import Searcher

CORPUS = [
    ("tide", "the moon pulls the ocean and makes the tide rise"),
    ("bread", "yeast makes the bread dough rise in a warm kitchen"),
    ("solar", "panels turn light of the sun into power"),
    ("glacier", "ice of the glacier melts in the warm summer"),
    ("violin", "the violin string sings under the bow"),
    ("engine", "the engine burns fuel and turns the shaft"),
    ("reef", "coral builds the reef in warm ocean water"),
    ("kite", "wind lifts the kite above the beach"),
]
NEWS = [
    ("storm", "a storm from the ocean hits the beach"),
    ("oven", "the new oven bakes bread with less power"),
    ("ship", "the ship engine fails in the storm"),
    ("orchestra", "the orchestra tunes every violin string"),
]
QUERIES = ["warm ocean water", "bread in the oven", "storm at the beach"]


def main():
    torch.manual_seed(19)
    encoder = TokenEncoder().eval()
    index = TokenIndex(encoder).build(CORPUS)
    search = Searcher(encoder, index)
    for q in QUERIES:
        print(len(index), q, search(q))
    for name, text in NEWS:
        index.add(name, text)
    for q in QUERIES:
        print(len(index), q, search(q))


if __name__ == "__main__":
    main()
