import torch

from targets import mean_value, td_target


class Learner:
    def __init__(self, net, gamma):
        self.net, self.gamma = net, gamma
        self.q = torch.compile(net, backend="inductor")
        self.opt = torch.optim.Adam(net.parameters(), lr=0.01)

    def learn(self, batch):
        obs, action, reward, nxt = batch
        q_values = self.q(obs)
        chosen = q_values.gather(1, action[:, None]).squeeze(1)
        target = td_target(self.q, reward, nxt, self.gamma)
        loss = torch.nn.functional.smooth_l1_loss(chosen, target)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item(), mean_value(q_values)

    @torch.no_grad()
    def greedy(self, obs):
        # once at the end, not worth compiling
        return self.net(obs).argmax(1)
