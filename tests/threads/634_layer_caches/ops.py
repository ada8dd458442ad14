import torch

CACHES = {}
SLOTS = 24


def register_cache(name, slots, width):
    CACHES[name] = torch.zeros(slots, width)
    return name


def reset_caches():
    for cache in CACHES.values():
        cache.zero_()


@torch.library.custom_op("serving::cache_update", mutates_args=())
def cache_update(kv: torch.Tensor, pos: torch.Tensor, layer_name: str) -> torch.Tensor:
    cache = CACHES[layer_name]
    cache.index_copy_(0, pos, kv)
    return cache.clone()


@cache_update.register_fake
def _(kv, pos, layer_name):
    return kv.new_empty(SLOTS, kv.shape[-1])
