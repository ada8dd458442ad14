import torch


class RolloutWorker:
    def __init__(self, policy, temperature=0.8, backend="eager"):
        self.temperature = temperature
        self.policy = policy
        self.prefill = torch.compile(policy.prefill, backend=backend)

    def pick(self, logits, generator):
        probs = torch.softmax(logits / self.temperature, dim=-1)
        token = torch.multinomial(probs, 1, generator=generator)
        return token[:, 0], probs.gather(1, token)[:, 0].log()

    @torch.no_grad()
    def generate(self, batch, generator):
        logits, state = self.prefill(batch.tokens, batch.input_pos)
        tokens, logprobs = [], []
        for step in range(batch.max_new_tokens):
            token, logprob = self.pick(logits, generator)
            tokens.append(token)
            logprobs.append(logprob)
            logits, state = self.policy.decode(token, batch.response_pos[:, step], state)
        return torch.stack(tokens, dim=1), torch.stack(logprobs, dim=1)
