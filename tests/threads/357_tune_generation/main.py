import torch

from decoder import TransformerDecoder


@torch.no_grad()
def generate(model, decode, prompt, max_new_tokens):
    causal = torch.ones(model.max_seq_len, model.max_seq_len, dtype=torch.bool).tril()
    positions = torch.arange(model.max_seq_len)
    n = prompt.shape[1]
    logits = model(prompt, positions[:n], causal[:n])
    out, trace = [prompt], 0.0
    for i in range(n, n + max_new_tokens):
        nxt = logits[:, -1].argmax(-1, keepdim=True)
        out.append(nxt)
        logits = decode(nxt, positions[i].reshape(1), causal[i].unsqueeze(0))
        trace += logits.logsumexp(-1).mean().item()
    return torch.cat(out, dim=1), trace


def main():
    torch.manual_seed(0)
    model = TransformerDecoder(vocab=97).eval()
    model.setup_caches(batch_size=2)
    decode = torch.compile(model, backend="aot_eager")
    for length in (5, 7):
        model.reset_caches()
        prompt = torch.randint(0, 97, (2, length))
        tokens, trace = generate(model, decode, prompt, max_new_tokens=7)
        print(tokens.tolist(), f"{trace:.5f}")


if __name__ == "__main__":
    main()
