import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()


@torch.compile(backend="aot_eager")
def mean_loss(batch):
    loss = batch.square().mean()
    dist.all_reduce(loss)
    return loss / dist.get_world_size()


sizes = [8, 8] if rank == 0 else [8, 5]  # the last batch of rank 1 is short
for size in sizes:
    loss = mean_loss(torch.ones(size))
    if rank == 0:
        print(f"{loss.item():.1f}")
dist.destroy_process_group()
