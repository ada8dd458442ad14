# case: several_targets
def f(x):
    a = b = c = x
    return a, b, c


# case: several_targets_of_all_kinds
def f(x, o):
    a = o.b = o[0] = x
    return a


# case: unpacking
def f(x):
    a, b = x
    return b, a


# case: unpacking_star
def f(x):
    a, *b, c = x
    return a, b, c


# case: unpacking_nested
def f(x):
    a, (b, [c, *d]) = x
    return a, b, c, d
# output
def f(x):
    a, (b, (c, *d)) = x
    return a, b, c, d


# case: swap_two
def f(a, b):
    a, b = b, a
    return a, b


# case: swap_three
def f(a, b, c):
    a, b, c = c, a, b
    return a, b, c


# case: swap_with_expressions
def f(a, n, b):
    b, a = a, a - -n // a >> 1
    a, b, n = b, n, a
    n, b = a.x, a.y
    return a, b, n


# case: rotate_four
def f(a, b, c, d):
    a, b, c, d = d, a, b, c
    return a, b, c, d


# case: swap_attributes
def f(a, b):
    a.x, b[0] = b[0], a.x


# case: unpack_into_attributes
def f(a, x):
    a.b, a[0] = x


# case: augmented_operators
def f(a, b):
    a += b
    a -= b
    a *= b
    a /= b
    a //= b
    a %= b
    a **= b
    a @= b
    a &= b
    a |= b
    a ^= b
    a >>= b
    a <<= b
    return a


# case: augmented_attribute
def f(a, b):
    a.x += b
    a.x.y -= b


# case: augmented_item
def f(a, b, c):
    a[b] += c
    a[b][c] *= 2
    a[b + 1] -= c


# case: augmented_slice
def f(a, b, c):
    a[1:b] += c
    a[:] += c
    a[::2] += c


# case: augmented_with_call
def f(g):
    g().x += g(1)
    g()[g(2)] += g(3)


# case: attribute_and_item_stores
def f(a, b):
    a.x = b
    a[b] = 1
    a[1:2] = b
    a[1:2, ...] = b
    a.x.y[0].z = b


# case: expression_statement
def f(a):
    a
    a.b
    a()


# case: several_targets_with_unpacking
def f(x):
    a = b, c = x
    return a, b, c


# case: unpack_display
def f(x, y):
    a, b = [x, y]
    return a + b
# output
def f(x, y):
    a, b = [x, y]
    return a + b


# case: local_annotation
def f(x):
    y: int = x
    return y
# output
def f(x):
    y = x
    return y


# case: parallel_into_attributes
def f(self, user, password):
    self.user, self.password = user, password


# case: parallel_with_constants
def f(a, b):
    x, y, z = a, 0, b
    return x, y, z


# case: parallel_same_twice
# python: <3.13
def f(b):
    x, y = b, b
    return x + y


# case: parallel_calls
def f(a, b, c):
    x, y, z = int(a), int(b), int(c)
    return x, y, z


# case: one_after_the_other
def f(self, a, b):
    self.a = a
    self.b = b
    c = a
    d = b
    return c, d


# case: augmented_with_unpacked_arguments
def f(x, y, c):
    y /= x(**c)
    return y


# case: chains
def f(self, x):
    a = b = None
    c = d = x
    e = g = self.y
    h, i = x, x
    return a, b, c, d, e, g, h, i


# case: local_and_item_change_places
def f(heap, item):
    item, heap[0] = heap[0], item
    item, heap.x = heap.x, item
    return item


# case: swap_with_a_shared_variable
def f(a, c):
    x = a
    if a:
        w, c = x, c
        return w
    return lambda: c


# case: parallel_unpackings
def f(pairs):
    for left, right in pairs:
        (a, b), (c, d) = left, right
        e, (g, h) = right, left
        yield a, b, c, d, e, g, h


# case: a_constant_first_at_the_beginning
def f(text):
    start, end = 0, len(text)
    i = text.find(" ")
    if i >= 0:
        end = i
    return text[start:end]


# case: parallel_of_what_branches
# scope: module
b, e = g and c, a
d, f = b if a else c, a
a.x, d = b < c < d, a


# case: parallel_with_comprehensions
def f(a, b, c):
    x, y = [z for z in a], b
    c(x, y)
    x, y = 80, [z for z in a]
    c(x, y)


# case: parallel_with_comprehensions_in_a_module
# scope: module
x, y = [z for z in a], b
d, a = 80, [z for z in g]


# case: chain_for_one_target_in_a_module
# scope: module
(a,) = d < b < c
