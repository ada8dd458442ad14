import copy

import torch
import torch.nn.functional as F

from data import PairCollator, make_pairs
from model import Policy, answer_logprob


def dpo_loss(policy_lp, reference_lp, beta=0.2):
    margin = policy_lp - reference_lp
    chosen, rejected = margin.chunk(2)
    return -F.logsigmoid(beta * (chosen - rejected)).mean(), (chosen > rejected).float().mean()


def main():
    torch.manual_seed(11)
    policy = Policy()
    reference = copy.deepcopy(policy).eval().requires_grad_(False)
    pairs, collate = make_pairs(10, 48, seed=3), PairCollator()
    loader = [collate(pairs[i : i + 2]) for i in range(0, len(pairs), 2)]
    reference_scores = [answer_logprob(reference(t), t, a) for t, a in loader]

    policy.compile(backend="aot_eager")
    optimizer = torch.optim.AdamW(policy.parameters(), lr=3e-3)
    for epoch in range(2):
        total, wins = 0.0, 0.0
        for (tokens, answer), ref in zip(loader, reference_scores):
            loss, win = dpo_loss(answer_logprob(policy(tokens), tokens, answer), ref)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item()
            wins += win.item()
        print(f"epoch {epoch} loss {total / len(loader):.4f} reward accuracy {wins / len(loader):.3f}")


if __name__ == "__main__":
    main()
