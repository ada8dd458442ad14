import torch

from inputs import extend, model_inputs


def choose(logits, ids, penalty=1.3):
    last = logits[:, -1].clone()
    used = last.gather(1, ids)
    last.scatter_(1, ids, torch.where(used > 0, used / penalty, used * penalty))
    return last.argmax(-1, keepdim=True)


@torch.no_grad()
def reply(model, step, ids, count):
    cache = model.new_cache(ids.shape[0])
    step_ids, place = model_inputs(ids, 0)
    logits = model(step_ids, place, cache)
    for _ in range(count):
        seen = ids.shape[1]
        ids = extend(ids, choose(logits, ids))
        step_ids, place = model_inputs(ids, seen)
        logits = step(step_ids, place, cache)
    return ids
