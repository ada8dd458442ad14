import torch

from objective import policy_loss
from policy import TokenPolicy, token_logps
from rollouts import group_advantages, sample_rollouts

VOCAB, WIDTH, GROUPS, LENGTH = 24, 32, 6, 10


def build_step(policy):
    def step(tokens, old_logps, rewards, keep):
        logits = policy(tokens[:, :-1])
        logps = token_logps(logits, tokens[:, 1:])
        return policy_loss(logps, old_logps, group_advantages(rewards), keep)

    return torch.compile(step, backend="inductor")


def main():
    torch.manual_seed(11)
    generator = torch.Generator().manual_seed(5)
    policy = TokenPolicy(VOCAB, WIDTH)
    optimizer = torch.optim.SGD(policy.parameters(), lr=0.05)
    step = build_step(policy)
    losses = []
    for rollout in sample_rollouts(5, GROUPS, LENGTH, VOCAB, generator):
        optimizer.zero_grad(set_to_none=True)
        loss = step(rollout.tokens, rollout.old_logps, rollout.rewards, rollout.keep)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.item())
    print("losses", " ".join(f"{value:.4f}" for value in losses))
    print("head norm", f"{policy.head.weight.norm().item():.4f}")


if __name__ == "__main__":
    main()
