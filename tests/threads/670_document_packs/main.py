import torch

from collate import BUDGET, collate
from corpus import TOPICS, VOCAB, make_documents, pack
from tagger import TopicModel


def moving_average(values, decay=0.8):
    average = values[0]
    for value in values[1:]:
        average = decay * average + (1 - decay) * value
    return average


def main():
    torch.manual_seed(11)
    model = TopicModel(VOCAB, TOPICS)
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    loss_fn = torch.compile(model.loss, backend="eager")
    history = []
    for documents in pack(make_documents(70, seed=5), BUDGET):
        batch = collate(documents)
        optimizer.zero_grad(set_to_none=True)
        loss = loss_fn(batch)
        loss.backward()
        optimizer.step()
        history.append(loss.item())
    print("steps", len(history))
    print("first %.3f" % history[0])
    print("smoothed %.3f" % moving_average(history))


if __name__ == "__main__":
    main()
