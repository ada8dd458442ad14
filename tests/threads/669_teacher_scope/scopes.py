import contextlib

import torch


def teacher_scope(precision):
    stack = contextlib.ExitStack()
    stack.enter_context(torch.no_grad())
    if precision == "bf16":
        stack.enter_context(torch.autocast("cpu", dtype=torch.bfloat16))
    return stack


def describe(precision):
    return {"bf16": "bfloat16 teacher", "fp32": "float32 teacher"}[precision]
