import torch

from decoder import AttentiveDecoder
from search import GreedySearch
from text import checksum, make_sources, max_target


@torch.no_grad()
def translate(step_fn, memory, limits):
    search = GreedySearch(memory, limits)
    step = 0
    while not search.done:
        best, token, state = step_fn(search.token, search.state, search.memory)
        search.advance(best, token, state, step)
        step += 1
    return search.outputs, search.scores


def main():
    torch.manual_seed(2)
    lengths = [3, 4, 5, 6, 8, 9]
    memory = make_sources(lengths)
    limits = [max_target(n) for n in lengths]
    model = AttentiveDecoder().eval()
    step_fn = torch.compile(model, backend="aot_eager", dynamic=False)
    outputs, scores = translate(step_fn, memory, limits)
    print("lengths", [len(words) for words in outputs])
    print("checksums", [checksum(words) for words in outputs])
    print("total score %.3f" % sum(scores))


if __name__ == "__main__":
    main()
