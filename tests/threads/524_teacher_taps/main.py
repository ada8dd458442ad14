import torch

from distill import agreement, hidden_loss, soft_targets
from nets import Classifier, freeze
from taps import ActivationTaps

MAPPING = {"layers.0": "layers.1", "layers.1": "layers.3"}


def main():
    torch.manual_seed(6)
    generator = torch.Generator().manual_seed(9)
    teacher, student = freeze(Classifier(depth=4)), Classifier(depth=2)
    teacher_taps = ActivationTaps(teacher, list(MAPPING.values()))
    student_taps = ActivationTaps(student, list(MAPPING))
    run_teacher = torch.compile(teacher, backend="aot_eager", fullgraph=True)
    optimizer = torch.optim.Adam(student.parameters(), lr=4e-3)
    losses = []
    for _ in range(30):
        x = torch.randn(32, 6, 10, generator=generator)
        target = run_teacher(x)
        logits = student(x)
        loss = soft_targets(logits, target) + hidden_loss(student_taps.take(), teacher_taps.take(), MAPPING)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
    print("loss first %.4f last %.4f" % (losses[0], losses[-1]))
    print("agreement %.3f" % agreement(logits, target))
    teacher_taps.close()
    student_taps.close()


if __name__ == "__main__":
    main()
