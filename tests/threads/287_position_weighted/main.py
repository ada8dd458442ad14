import torch
import torch.nn.functional as F

from data import SIZES, batches
from modules import RankingModel

torch.manual_seed(0)
model = RankingModel(SIZES)
compiled = torch.compile(model, backend="aot_eager")
optimizer = torch.optim.SGD(model.parameters(), lr=0.2)
for step, (features, labels) in enumerate(batches(5, rows=8)):
    loss = F.binary_cross_entropy_with_logits(compiled(features), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, f"{loss.item():.6f}")
print(f"{model.positions.weight.mean().item():.6f}")
