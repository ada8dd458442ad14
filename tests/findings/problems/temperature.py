import torch


def sample(logits, temperature):
    probs = torch.softmax(logits / temperature, dim=-1)
    return torch.multinomial(probs, 1)


def main():
    torch.manual_seed(0)
    compiled = torch.compile(sample, backend="eager", dynamic=False)
    for step in range(6):
        temperature = 1.0 / (step + 1)
        token = compiled(torch.randn(2, 50), temperature)
    print(tuple(token.shape))


main()
