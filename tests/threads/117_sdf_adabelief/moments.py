"""The decay rates and the bias correction which all parameters share."""


class Moments:
    def __init__(self, beta1, beta2, eps=1e-8):
        self.beta1 = beta1
        self.beta2 = beta2
        self.eps = eps
        self.t = 0

    def advance(self):
        self.t += 1

    def correction(self):
        return 1 - self.beta1 ** self.t, 1 - self.beta2 ** self.t
