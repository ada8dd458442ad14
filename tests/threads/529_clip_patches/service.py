import torch

TAGS = ["street", "sport", "nature", "indoor", "crowd", "night"]


class TagService:
    def __init__(self, model, backend="aot_eager"):
        self.model = torch.compile(model.eval(), backend=backend)
        self.history = []

    @torch.no_grad()
    def tag(self, clips, top=2):
        probs = torch.sigmoid(self.model(clips))
        best = probs.topk(top, dim=-1)
        self.history.append(float(probs.mean()))
        return [[(TAGS[i], p) for i, p in zip(row, vals)] for row, vals in zip(best.indices.tolist(), best.values.tolist())]

    def report(self):
        return sum(self.history) / len(self.history)
