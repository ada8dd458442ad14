import torch


class Graph:
    def __init__(self, src, dst, num_nodes, edata=None):
        self.src, self.dst, self.num_nodes = src, dst, num_nodes
        self.edata = dict(edata or {})
        self.ndata = {}

    def local(self):
        other = Graph(self.src, self.dst, self.num_nodes, self.edata)
        other.ndata = dict(self.ndata)
        return other

    def edge_batch(self):
        graph = self

        class EdgeBatch:
            def src(self, key):
                return graph.ndata[key][graph.src]

            def dst(self, key):
                return graph.ndata[key][graph.dst]

            def data(self, key):
                return graph.edata[key]

        return EdgeBatch()

    def apply_edges(self, fn):
        self.edata.update(fn(self.edge_batch()))

    def sum_to_dst(self, key, out):
        msg = self.edata[key]
        zero = msg.new_zeros((self.num_nodes,) + msg.shape[1:])
        self.ndata[out] = zero.index_add(0, self.dst, msg)

    def max_to_dst(self, key, out):
        msg = self.edata[key]
        low = msg.new_full((self.num_nodes,) + msg.shape[1:], -1e9)
        index = self.dst.view(-1, *[1] * (msg.dim() - 1)).expand_as(msg)
        self.ndata[out] = low.scatter_reduce(0, index, msg, "amax")
