"""Update rules by the kind of parameter."""
from formula import parse


class Blend:
    """How momentum becomes a direction; the formula may be given by the user."""
    formula = "trust * m.sign() + (1 - trust) * m / (m.abs().amax() + 1e-12)"
    past = []

    @classmethod
    def anneal(cls, trust):
        cls.rule = parse(cls.formula, trust=trust)
        cls.past.append(cls.rule)

    @classmethod
    def mix(cls, m):
        return cls.rule(m)


def matrix_rule(p, m, lr, decay):
    return -lr * (Blend.mix(m) + decay * p)


def vector_rule(p, m, lr, decay):
    return -lr * Blend.mix(m)


def rule_for(p):
    return matrix_rule if p.ndim > 1 else vector_rule
