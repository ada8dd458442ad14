"""Norms of what the sampler does, by step."""


def norms(step, x, eps):
    return {step.label: x.norm() / x.shape[0], "eps": eps.norm()}


def merge(record, new):
    for key, value in new.items():
        if key != "eps":
            record[key] = value
    return record
