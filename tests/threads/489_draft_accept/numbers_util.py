def ratio(part, whole):
    part, whole = float(part), float(whole)
    return part / whole if whole else 0.0


def percent(value):
    return f"{100.0 * value:.2f}%"


def mean(values):
    values = list(values)
    return ratio(sum(values), len(values))
