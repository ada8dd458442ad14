import torch


def reference(field, operator, steps=4):
    for _ in range(steps):
        field = 0.6 * field + 0.4 * (operator @ field)
    return field


def fit(model, inputs, target, epochs):
    opt = torch.optim.Adam(model.parameters(), lr=0.05)
    history = []
    for _ in range(epochs):
        opt.zero_grad()
        loss = (model(inputs) - target).pow(2).mean()
        loss.backward()
        opt.step()
        history.append(loss.item())
    return history
