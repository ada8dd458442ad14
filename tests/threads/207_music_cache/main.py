"""Continues a melody with beam search."""
import torch

from decoder import MelodyDecoder


class BeamSearch:
    def __init__(self, model, beams, length_penalty=0.7):
        self.model = model
        self.beams = beams
        self.length_penalty = length_penalty
        self.step = torch.compile(model.step, backend="eager")
        self.size = 0

    @torch.no_grad()
    def run(self, start, length):
        for cache in self.model.caches():
            cache.reset()
        notes = torch.full((self.beams,), start)
        scores = torch.full((self.beams,), float("-inf"))
        scores[0] = 0.0
        history = notes.unsqueeze(1)
        for _ in range(length):
            total = scores.unsqueeze(1) + self.step(notes)
            scores, flat = total.flatten().topk(self.beams)
            source, notes = flat // total.shape[1], flat % total.shape[1]
            history = torch.cat([history[source], notes.unsqueeze(1)], dim=1)
            for cache in self.model.caches():
                cache.reorder(source)
            self.size += 1
        return history[0], scores[0] / length**self.length_penalty


def main():
    torch.manual_seed(13)
    model = MelodyDecoder().eval()
    search = BeamSearch(model, beams=3)
    for start in (3, 11):
        melody, score = search.run(start, length=7)
        print("melody", *melody.tolist())
        print(f"score {score.item():.5f}")
    print(f"steps {search.size}")


if __name__ == "__main__":
    main()
