import torch

from stages import Pipeline


class RewardServer:
    def __init__(self, model, slots=4, width=16):
        self.model = model.eval()
        self.slots, self.width = slots, width
        for stage in model.stages:
            stage.compile_layers("eager")

    def _pack(self, requests):
        tokens = torch.zeros(self.slots, self.width, dtype=torch.long)
        lengths = torch.ones(self.slots, dtype=torch.long)
        for row, ids in enumerate(requests):
            tokens[row, : len(ids)] = torch.tensor(ids)
            lengths[row] = len(ids)
        return tokens, lengths

    @torch.inference_mode()
    def score(self, requests):
        tokens, lengths = self._pack(requests)
        return self.model(tokens, lengths)[: len(requests)].tolist()


def main():
    torch.manual_seed(3)
    server = RewardServer(Pipeline())
    gen = torch.Generator().manual_seed(11)
    for round_no, count in enumerate((4, 2, 4, 3)):
        sizes = torch.randint(3, 16, (count,), generator=gen).tolist()
        requests = [torch.randint(1, 97, (n,), generator=gen).tolist() for n in sizes]
        scores = server.score(requests)
        print(round_no, " ".join(f"{s:+.5f}" for s in scores))


if __name__ == "__main__":
    main()
