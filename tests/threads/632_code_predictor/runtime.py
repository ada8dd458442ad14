import functools

import torch


def dynamic_batch(backend="aot_eager"):
    def wrap(cls):
        original = cls.forward

        @functools.wraps(original)
        def forward(self, hidden, codes):
            compiled = self.__dict__.get("_compiled")
            if compiled is None:
                compiled = torch.compile(original.__get__(self), backend=backend)
                self.__dict__["_compiled"] = compiled
            for tensor in (hidden, codes):
                torch._dynamo.mark_dynamic(tensor, 0)
            return compiled(hidden, codes)

        cls.forward = forward
        return cls

    return wrap
