import torch


class Ranker:
    def __init__(self, model, store, backend, k=3):
        self.model = model
        self.store = store
        self.k = k
        self.score = torch.compile(model.score, backend=backend)

    @torch.no_grad()
    def rank(self, uid, history, shelf, fresh=None):
        user = self.store.user(uid)
        if user is None:
            user = self.model.user(history)
            self.store.put_user(uid, user)
        if fresh is None:
            ids, items = self.store.shelf(shelf)
        else:
            ids, items = fresh, self.model.item(fresh)
        score, pos = self.score(user, items).topk(self.k)
        return ids[pos], score
