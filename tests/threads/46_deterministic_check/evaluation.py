from determinism import reproducible


def ordered(net, user, good, bad):
    return (net(user, good) > net(user, bad)).float().mean().item()


def validate(net, batches):
    """The share of pairs in the right order."""
    with reproducible():
        shares = [ordered(net, *batch) for batch in batches]
    return sum(shares) / len(shares)
