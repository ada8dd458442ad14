from collections import OrderedDict

import torch


class EmbeddingStore:
    def __init__(self, model, capacity):
        self.model = model
        self.capacity = capacity
        self.shelves = {}
        self.users = OrderedDict()
        self.hits = 0

    @torch.inference_mode()
    def load_shelf(self, name, ids):
        self.shelves[name] = (ids.clone(), self.model.item(ids))

    def shelf(self, name):
        return self.shelves[name]

    def user(self, uid):
        if uid in self.users:
            self.hits += 1
            self.users.move_to_end(uid)
            return self.users[uid]
        return None

    def put_user(self, uid, vec):
        self.users[uid] = vec
        while len(self.users) > self.capacity:
            self.users.popitem(last=False)

    def report(self):
        return f"users {len(self.users)} hits {self.hits} shelves {len(self.shelves)}"
