import torch


def make_prompts(count, length, vocab, seed):
    generator = torch.Generator().manual_seed(seed)
    return torch.randint(0, vocab, (count, 3, length), generator=generator)


def perplexity(logits, tokens):
    logps = torch.log_softmax(logits[:, :-1], dim=-1)
    picked = logps.gather(-1, tokens[:, 1:].unsqueeze(-1))
    return torch.exp(-picked.mean()).item()
