import torch

ROWS = [
    [{"user": 1, "item": 2, "hour": 0}, {"user": 3, "item": 1, "hour": 5}],
    [{"item": 4, "user": 2, "hour": 1}, {"user": 1, "item": 0, "hour": 7}],
    [{"hour": 3, "user": 0, "item": 5}, {"item": 2, "user": 5, "hour": 2}],
    [{"user": 4, "hour": 6, "item": 3}, {"hour": 1, "item": 1, "user": 2}],
]


def collate(rows):
    columns = {}
    for row in rows:
        for name, value in row.items():
            columns.setdefault(name, []).append(value)
    return {name: torch.tensor(values) for name, values in columns.items()}


class Model(torch.nn.Module):
    def forward(self, ids):
        total = 0.0
        for name, column in ids.items():
            total = total + column * len(name)
        return total


def main():
    model = torch.compile(Model(), backend="eager")
    for rows in ROWS:
        print(model(collate(rows)).tolist())


main()
