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
    changed[jump.offset + 1] = (offset - jump.offset - 2) // 2
    return count.__code__.replace(co_code=bytes(changed))


dis.dis(count)
for target in (22, 26, 36, 20):
    result = depyf.decompile_code(with_jump_to(target))
    print(f"\n# jump to {target}: {result.quality.value}\n{result.source}")
