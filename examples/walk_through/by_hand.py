entries = []  # pairs: a guard, and the code that it admits


def total(x):
    return sum(value * value for value in x)


def compile_for(n):
    terms = " + ".join(f"x[{i}] * x[{i}]" for i in range(n))
    return f"lambda x: {terms}"


def compiled_total(x):
    for guard, code in entries:
        if eval(guard)(x):
            return eval(code)(x)
    guard, code = f"lambda x: len(x) == {len(x)}", compile_for(len(x))
    print(f"compiled, guard: {guard}, code: {code}")
    entries.append((guard, code))
    return eval(code)(x)


for x in ([1, 2, 3], [4, 5, 6], [7, 8]):
    assert compiled_total(x) == total(x)
