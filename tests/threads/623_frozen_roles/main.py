import torch

from decoder import VOCAB
from roles import build_roles
from scoring import policy_loss, sequence_score


def sample_prompts(gen, rows=8, length=12):
    return torch.randint(0, VOCAB, (rows, length), generator=gen)


def main():
    torch.manual_seed(2)
    gen = torch.Generator().manual_seed(4)
    roles = build_roles()
    score = torch.compile(sequence_score, backend="aot_eager")
    optimizer = torch.optim.SGD(roles["policy"].parameters(), lr=0.05)
    history = []
    for _ in range(5):
        tokens = sample_prompts(gen)
        with torch.no_grad():
            scores = {name: score(model, tokens) for name, model in roles.items()}
        advantage = scores["reward"] - scores["value"] - 0.1 * (scores["policy"] - scores["reference"])
        loss = policy_loss(roles["policy"], tokens, advantage)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        history.append((advantage.mean().item(), loss.item()))
    print("advantage first %.4f last %.4f" % (history[0][0], history[-1][0]))
    print("loss first %.4f last %.4f" % (history[0][1], history[-1][1]))


if __name__ == "__main__":
    main()
