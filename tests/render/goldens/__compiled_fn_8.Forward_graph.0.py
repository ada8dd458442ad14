from __future__ import annotations


class GraphModule(torch.nn.Module):
    def forward(
        self,
        primals_1: Sym(s97),  # PlainAOTInput(idx=0)
        primals_2: "f32[s97][1]cpu",  # PlainAOTInput(idx=1)
        primals_3: Sym(s52),  # PlainAOTInput(idx=2)
        primals_4: "f32[s52][1]cpu",  # PlainAOTInput(idx=3)
    ):
        # File: /home/user/toy.py:4 in toy_example, code: x = a / (torch.abs(a) + 1)
        abs_1: "f32[s97][1]cpu" = torch.ops.aten.abs.default(primals_2)
        add_2: "f32[s97][1]cpu" = torch.ops.aten.add.Tensor(abs_1, 1)
        abs_1 = None
        div: "f32[s97][1]cpu" = torch.ops.aten.div.Tensor(primals_2, add_2)
        add_2 = None

        # File: /home/user/toy.py:5 in toy_example, code: if b.sum() < 0:
        sum_1: "f32[][]cpu" = torch.ops.aten.sum.default(primals_4)
        primals_4 = None
        lt: "b8[][]cpu" = torch.ops.aten.lt.Scalar(sum_1, 0)
        sum_1 = None
        return (
            lt,  # PlainAOTOutput(idx=0)
            div,  # PlainAOTOutput(idx=1)
            primals_2,  # SavedForBackwardsAOTOutput(idx=0)
            primals_1,  # SavedForBackwardsAOTOutput(idx=1)
        )


# The 7 tensors of this graph:
#   name       dtype    shape  stride  device
#   primals_2  float32  [s97]  [1]     cpu
#   primals_4  float32  [s52]  [1]     cpu
#   abs_1      float32  [s97]  [1]     cpu
#   add_2      float32  [s97]  [1]     cpu
#   div        float32  [s97]  [1]     cpu
#   sum_1      float32  []     []      cpu
#   lt         bool     []     []      cpu
