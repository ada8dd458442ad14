class Vocab:
    """<pad>, <eos>, one tag per language, then words."""

    def __init__(self, languages, words):
        self.tokens = ["<pad>", "<eos>"] + [f"<{lang}>" for lang in languages]
        self.tokens += [f"w{i}" for i in range(words)]
        self.index = {t: i for i, t in enumerate(self.tokens)}

    def __len__(self):
        return len(self.tokens)

    @property
    def eos(self):
        return self.index["<eos>"]

    def tag(self, lang):
        return self.index[f"<{lang}>"]

    def encode(self, text):
        """Hash-like, but the same on every machine."""
        first = len(self.tokens) // 4
        return [first + sum(map(ord, w)) % (len(self.tokens) - first) for w in text.split()]

    def decode(self, ids):
        return " ".join(self.tokens[i] for i in ids if i > 1)
