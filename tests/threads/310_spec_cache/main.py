import torch

from model import LMConfig, TinyLM


class BigramDraft:
    """Proposes `width` tokens by walking a fixed successor table."""

    def __init__(self, table, width):
        self.table = table
        self.width = width

    def propose(self, last):
        tokens = []
        for _ in range(self.width):
            last = int(self.table[last])
            tokens.append(last)
        return tokens


class Verifier:
    def __init__(self, model, draft):
        self.model = model
        self.draft = draft
        self.score = torch.compile(model, backend="eager")
        self.accepted = 0

    def round(self, last):
        guess = self.draft.propose(last)
        logits = self.score(torch.tensor([[last] + guess]))
        target = logits[0].argmax(-1).tolist()
        keep = next((i for i, t in enumerate(guess) if t != target[i]), len(guess))
        self.model.attn.cache.rollback(len(guess) - keep)
        self.accepted += keep
        return guess[:keep] + [target[keep]], logits[0, keep].max().item()


@torch.no_grad()
def main():
    torch.manual_seed(11)
    cfg = LMConfig()
    model = TinyLM(cfg).eval()
    table = model.head(model.embed.weight).argmax(-1)
    verifier = Verifier(model, BigramDraft(table, width=3))
    for prompt in (5, 23):
        model.attn.cache.reset()
        text = [prompt]
        for _ in range(5):
            new, peak = verifier.round(text[-1])
            text += new
            print(f"{len(text):3d} tokens, peak logit {peak:.4f}, tail {text[-4:]}")
    print("accepted", verifier.accepted, "of", 2 * 5 * 3)


if __name__ == "__main__":
    main()
