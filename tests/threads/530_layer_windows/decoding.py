def collapse(path, blank=0):
    out, last = [], None
    for p in path:
        if p != last and p != blank:
            out.append(p)
        last = p
    return out


def greedy(logits, blank=0):
    return [collapse(row, blank) for row in logits.argmax(-1).tolist()]


def error_rate(hyp, ref):
    row = list(range(len(ref) + 1))
    for i, h in enumerate(hyp, 1):
        prev, row[0] = row[0], i
        for j, r in enumerate(ref, 1):
            prev, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, prev + (h != r))
    return row[-1] / max(len(ref), 1)
