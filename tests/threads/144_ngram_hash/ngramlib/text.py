def grams(word, n=3):
    padded = "<" + word.lower() + ">"
    return [padded[i : i + n] for i in range(len(padded) - n + 1)]
