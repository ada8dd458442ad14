def token_logprobs(model, tokens):
    logits = model(tokens[:, :-1])
    return logits.log_softmax(-1).gather(-1, tokens[:, 1:, None]).squeeze(-1)


def sequence_score(model, tokens):
    return token_logprobs(model, tokens).mean(-1)


def policy_loss(model, tokens, advantage):
    return -(sequence_score(model, tokens) * advantage).mean()
