import dis
import depyf


def count(n):
    total = 0
    if n > 3:
        total = 1
    while n:
        total += n
        n -= 1
    return total


def with_jump_to(offset):
    jump = next(i for i in dis.get_instructions(count) if "IF_FALSE" in i.opname)
    changed = bytearray(count.__code__.co_code)
    changed[jump.offset + 1] += (offset - jump.argval) // 2
    return count.__code__.replace(co_code=bytes(changed))

dis.dis(count)
line = {n: at for at, n in reversed(list(dis.findlinestarts(count.__code__)))}
for target in (line[9], line[10], line[11], line[8] + 2):
    result = depyf.decompile_code(with_jump_to(target))
    print(f"\n# jump to {target}: {result.quality.value}\n{result.source}")
