def precondition_due(step, every):
    return step % every == 0
