import torch

from batching import Request, Scheduler, SlotPool
from decoder import Decoder


def main():
    torch.manual_seed(2)
    pool = SlotPool(12)
    sched = Scheduler(pool, max_running=6)
    for rid in range(11):
        sched.submit(Request(rid, [rid + 1], budget=2 + (rid * 5) % 4))
    model = torch.compile(Decoder().eval(), backend="eager")
    store = torch.zeros(12, 24)
    with torch.no_grad():
        for tick in range(8):
            batch = sched.next_batch()
            scores, hidden, info = model(batch, store[batch.slots.clamp_min(0)])
            live = info["slots"] >= 0
            store[info["slots"][live]] = hidden[live]
            for request in sched.commit(scores.argmax(-1)):
                print(tick, request.rid, request.tokens, f"{scores.max().item():.5f}")
    print("store", f"{store.abs().sum().item():.5f}")


if __name__ == "__main__":
    main()
