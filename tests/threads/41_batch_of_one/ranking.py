def chosen(logprobs, tokens):
    return logprobs.gather(-1, tokens[:, None])


def ranks_of(logits, tokens):
    """How many tokens were likelier than the one taken, and itself."""
    logprobs = logits.log_softmax(-1)
    return (logprobs >= chosen(logprobs, tokens)).sum(-1)
