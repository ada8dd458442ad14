import torch

from audio import AudioEncoder, utterances
from caches import CrossCache
from decoder import Captioner


def greedy(model, audio, cache, steps=10, start=1):
    batch = audio.shape[0]
    token = torch.full((batch, 1), start)
    states = [torch.zeros(batch, model.width) for _ in model.layers]
    words, score = [], 0.0
    for _ in range(steps):
        logits, states = model(token, states, audio, cache)
        best = logits.log_softmax(-1).max(-1)
        score += best.values.sum().item()
        words.append(token := best.indices[:, None])
    return torch.cat(words, 1), score


@torch.no_grad()
def main():
    torch.manual_seed(6)
    encoder = AudioEncoder(20, 32).eval()
    model = Captioner(vocab=40, width=32, depth=3).eval()
    for layer in model.layers:
        layer.compile(backend="eager")
    cache = CrossCache()
    for number, spectrum in enumerate(utterances(3)):
        cache.reset()
        words, score = greedy(model, encoder(spectrum), cache)
        print(f"utterance {number}: {words[0].tolist()} score {score:.3f}")
    print("cache values", cache.size())


if __name__ == "__main__":
    main()
