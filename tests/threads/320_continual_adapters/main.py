import torch
import torch.nn.functional as F

from model import MultiHeadNet
from tasks import BlobTask, Rehearsal
from tuning import ADAPTERS, NORMS, compile_blocks, select

INPUTS, BATCH = 10, 16


def learn(model, task, memory, steps=8):
    head = model.add_task(task.name, task.classes)
    params = select(model, ADAPTERS + NORMS + (f"heads.{task.name}.*",))
    opt = torch.optim.Adam(params, lr=1e-2)
    for _ in range(steps):
        x, y = task.batch(BATCH)
        loss = F.cross_entropy(model(x, task.name), y)
        replay = memory.sample()
        if replay is not None:
            name, (old_x, old_y) = replay
            loss = loss + 0.5 * F.cross_entropy(model(old_x, name), old_y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    memory.keep(task, BATCH)
    return loss.item(), head.weight.norm().item()


if __name__ == "__main__":
    torch.manual_seed(9)
    net = compile_blocks(MultiHeadNet(INPUTS), backend="aot_eager")
    memory = Rehearsal(seed=1)
    for i, classes in enumerate((3, 4, 5)):
        loss, norm = learn(net, BlobTask(f"t{i}", classes, INPUTS, seed=i), memory)
        print(f"task {i} loss {loss:.4f} head {norm:.4f}")
