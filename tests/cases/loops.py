# case: for_plain
def f(items, g):
    for x in items:
        g(x)


# case: for_then_more
def f(items):
    total = 0
    for x in items:
        total += x
    return total


# case: for_break
def f(items, g):
    for x in items:
        if g(x):
            break
    return 1


# case: for_continue
def f(items, g):
    for x in items:
        if not x:
            continue
        g(x)
        g(x + 1)


# case: for_else
def f(items, g):
    for x in items:
        if g(x):
            break
    else:
        g(None)
    return 1


# case: for_else_with_continue
def f(items, g):
    for x in items:
        if g(x):
            continue
        if g(1):
            break
        g(2)
    else:
        g(3)
    g(4)


# case: for_return_inside
def f(items, key):
    for x in items:
        if x == key:
            return x
    return None
# output
def f(items, key):
    for x in items:
        if x == key:
            return x


# case: for_nested
def f(rows, g):
    for row in rows:
        for x in row:
            g(x)
        g(row)


# case: for_nested_break
def f(rows, g):
    for row in rows:
        for x in row:
            if g(x):
                break
        g(row)


# case: for_any_target
def f(d, a, c, g):
    for i, (a.b, *c[0]) in d:
        g(i)


# case: for_over_display
def f(a, b, g):
    for x in (a, b):
        g(x)


# case: for_over_range
def f(n, g):
    for i in range(n):
        g(i)
    for i in range(0, n, 2):
        g(i)


# case: for_in_branch
def f(a, items, g):
    if a:
        for x in items:
            g(x)
    else:
        g(0)
    g(1)


# case: branch_in_for
def f(items, g):
    for x in items:
        if x > 1:
            g(1)
        elif x < 0:
            g(2)
        else:
            g(3)


# case: while_plain
def f(n, g):
    while n:
        n = g(n)


# case: while_comparison
def f(n, g):
    i = 0
    while i < n:
        g(i)
        i += 1
    return i


# case: while_and
def f(a, b, g):
    while a and b:
        a = g(b)
    return a


# case: while_or
def f(a, b, g):
    while a or b:
        a, b = g(a, b)


# case: while_true
def f(g):
    while True:
        g()


# case: while_true_break
def f(g):
    while True:
        if g():
            break
        g(1)
    return 2
# output: <3.10
def f(g):
    while not g():
        g(1)
    return 2


# case: while_true_return
def f(g):
    while True:
        x = g()
        if x:
            return x


# case: while_break_continue
def f(a, b, c, g):
    while a:
        if b:
            continue
        if c:
            break
        g()
    g(1)


# case: while_else
def f(a, g):
    while a:
        if g(a):
            break
        a -= 1
    else:
        g(0)
    g(1)


# case: while_not
def f(a, g):
    while not a:
        a = g()


# case: while_nested
def f(a, b, g):
    while a:
        while b:
            b = g(b)
        a = g(a)


# case: while_chained_test
def f(a, b, c, g):
    while a < b < c:
        b = g(b)


# case: while_in_for
def f(items, g):
    for x in items:
        while x:
            x = g(x)
        g(0)


# case: for_in_while
def f(items, g):
    while items:
        for x in items:
            g(x)
        items = g()


# case: while_true_after_while
def f(a):
    while a:
        pass
    while True:
        pass


# case: loop_that_always_leaves
def f(a):
    for x in a:
        return x
    return 1


# case: breaks_that_meet_after_the_loop
# python: >=3.11
def f(a, b, c):
    while True:
        if a is None:
            b()
            return 1
        if b is not None:
            c = a(b)
            if c == 0:
                a = c[1]
            elif c == 1:
                a(1)
                break
            else:
                raise c
        else:
            a(2)
            break
    assert a
    for x in a:
        c(x)
    return b


# case: loop_after_break_past_a_handler
# python: >=3.11
def f(g, k):
    while True:
        status = g(k)
        if status is None:
            break
        try:
            g.pop()
        except KeyError:
            if k:
                k()
            continue
        if g:
            g.cancel()
    for ov in g:
        k(ov)
    g.clear()


# case: raise_in_inner_loop
def f(a):
    for b in a:
        for c in b.x:
            if c and c.y:
                raise TypeError(c, b)


# case: else_that_returns
# python: >=3.11
def f(a, g):
    for b in a:
        if b.x:
            c = b.y[1]
            break
    else:
        return None
    if g == a:
        d = 1
    else:
        d = 2
        c = g(c)
    if c is None:
        return None
    return c, d


# case: continues_that_were_written
def f(self, a, b, now, r):
    for c in self:
        if not a and c.discard:
            continue
        if not b and c.is_expired(now):
            continue
        r.append(c)
    return r


# case: else_that_goes_on_with_the_loop_around
def f(items, sub):
    while True:
        for item in items:
            if not item:
                break
        else:
            sub.append(items)
            continue
        break
    for item in items:
        sub(item)
    return sub


# case: inner_loops_that_break_out_of_both
def f(self, chars):
    for ch in chars:
        for i in range(9):
            if ch.isspace() and self[i] == ch:
                break
            prev = self[i - 1]
            if prev and prev[-1] == ch:
                break
        else:
            continue
        break
    else:
        self.push(1)
        return
    self.pop(i)


# case: values_returned_behind_a_loop_with_else
def f(names):
    for i in names:
        prefix = i[:1]
        if prefix and i:
            break
    else:
        raise ValueError(names)
    return prefix, i


# case: else_of_a_loop_returns_none
def f(names, a):
    for i in names:
        if i.startswith("a"):
            x = i.split()
            break
    else:
        return None
    if a == 1:
        y = 1
    else:
        y = 2
        x = a(x)
    if x is None:
        return None
    return x, y


# case: for_before_return_in_endless_loop
def f():
    while True:
        a()
        if b:
            for x in c():
                d(x)
            return
        if e:
            g()


# case: loops_before_return_in_for
def f(rows):
    for y, row in enumerate(rows):
        if row:
            for x in row:
                g(x)
            while h():
                g(y)
            return x, y
        g(row)
    return 0


# case: return_at_the_end_behind_handlers
def f(names, g):
    for name in names:
        try:
            file = g(name)
        except FileExistsError:
            continue
        except PermissionError:
            if name:
                continue
            raise
        return file, name
    raise FileExistsError("none")


# case: raise_in_loop_before_test
def f():
    while True:
        g()
        if x():
            break
        if y():
            if z():
                g()
            raise KeyError
    if x:
        return x
    if x:
        g()


# case: assertions_of_pairs
def f(pairs, g):
    assert set(pairs) == g
    for a, b in pairs:
        assert g.x(a, b)


# case: try_at_the_end_of_an_inner_loop
# python: <3.10
def f(xs, g):
    for x in xs:
        y = g(x)
        for z in y:
            if g(z):
                continue
            if g(y):
                try:
                    x = str(z)
                except KeyError:
                    x = z
                raise ValueError(x)


# case: while_else_leaves_loop_around
def f(items, ready, g, h):
    for item in items:
        while True:
            g(item)
            while ready:
                if h():
                    item = h()
                    break
                h()
            else:
                break


# case: while_else_continues_loop_around
def f(items, ready, g, h):
    while True:
        g(items)
        while ready():
            try:
                items = h()
                break
            except StopIteration:
                h(items)
        else:
            continue
        g(ready)
        if h:
            break
    g(h)
# output: >=3.10 <3.11
def f(items, ready, g, h):
    while True:
        g(items)
        while ready():
            try:
                items = h()
            except StopIteration:
                h(items)
                continue
            g(ready)
            if h:
                g(h)
                return
            break


# case: for_that_breaks_at_once_has_else
def f(b, c, g, h):
    for x in b:
        for y in c:
            break
        else:
            g(x)


# case: loop_in_the_code_before_break
def f(pairs, g):
    for pair in pairs:
        for one in pair:
            if g(one):
                for other in pairs:
                    other.join(pair)
                found = True
                break


# case: endless_loop_around_for_that_returns
def f(xs, g):
    while True:
        for x in xs:
            g(x)
            return x


# case: while_break_else_return
# python: <3.10
def f(a, b, c, g):
    while g(a):
        if b:
            g(b)
            continue
        break
    else:
        return c


# case: retry_until_done
def f(a, b, g, h):
    while a > b:
        try:
            g()
            break
        except KeyError as e:
            h(e)
        b += 1
    try:
        g(a)
    except ValueError:
        h(a)
    finally:
        h(b)


# case: for_without_a_second_turn
def f(xs, g, h):
    for x in xs:
        with g():
            g(x)
        try:
            h(x)
        except KeyError:
            break
        else:
            return x
    if g:
        h(xs)
# output: >=3.10 <3.11
def f(xs, g, h):
    for x in xs:
        with g():
            g(x)
        try:
            h(x)
        except KeyError:
            break
        return x
    if g:
        h(xs)


# case: while_that_never_repeats
def f(a, g, h):
    try:
        while a:
            if g(a):
                g()
            elif h(a):
                break
            h()
            break
        g(h)
    finally:
        h(h)


# case: test_that_decides_nothing
def f(a, b, c, g):
    if a > c:
        g(a)
    else:
        while b and c:
            break
        g(b)
    g(c)
# output
def f(a, b, c, g):
    if a > c:
        g(a)
    else:
        if b and c:
            pass
        g(b)
    g(c)


# case: try_in_the_else_of_while
# python: >=3.12
def f(b, c, g, h):
    for x in b:
        while g is None:
            try:
                c(x)
            except KeyError:
                h()
        else:
            try:
                h(x)
            except ValueError:
                break
    h(b)
# output
def f(b, c, g, h):
    for x in b:
        while g is None:
            try:
                c(x)
            except KeyError:
                h()
        else:
            try:
                h(x)
                continue
            except ValueError:
                pass
        break
    h(b)


# case: way_out_that_cannot_be_copied
# python: <3.10
def f(a, c, g, h):
    while True:
        try:
            while c:
                g()
        except KeyError:
            h(c)
        if not g:
            break
        if a in g:
            try:
                h()
            finally:
                a.g()
            raise a
# output
def f(a, c, g, h):
    while True:
        try:
            if c:
                g()
                continue
        except KeyError:
            h(c)
        if not g:
            return
        if a in g:
            break
    try:
        h()
    finally:
        a.g()
    raise a


# case: endless_loop_in_a_try_of_a_loop
def f(a, b, g, h):
    while True:
        try:
            while True:
                g(1)
                if a():
                    break
        except OSError:
            b()
            continue
        finally:
            g()
        h()


# case: endless_loop_behind_a_with
def f(a, b, g):
    with a:
        g()
    try:
        while True:
            b()
    finally:
        a()


# case: while_before_a_constant_is_returned
def f(a):
    while a is not None:
        if a.kind == 1:
            return True
        a = a.parent
    return False


# case: while_that_handlers_break
def f(a, b, c, d, A, B):
    while a():
        try:
            b()
        except A as exc:
            if c():
                break
        except B as exc:
            if d():
                break


# case: while_with_a_handler_at_the_end
def f(a, b, c, d):
    while a():
        try:
            b()
        except KeyError:
            c()
        d()


# case: while_of_two_tests_that_a_third_breaks
def f(a, b, c, d, e):
    while a() or b():
        c()
        if not d():
            break
    e()


# case: while_whose_handlers_test_at_the_end
def f(a, b):
    while a:
        b()
        try:
            c = next(b)
        except StopIteration:
            pass
        else:
            if c is None:
                continue
# output
def f(a, b):
    while a:
        b()
        try:
            c = next(b)
        except StopIteration:
            pass


# case: handlers_one_after_the_other_that_break
def f(a, b, c, d, e):
    while not a():
        try:
            b()
        except KeyError as error:
            if c():
                break
        try:
            d()
        except KeyError as error:
            if e():
                break


# case: break_after_an_if
# python: >=3.11
def f(a, b, c):
    while True:
        d = a()
        if d:
            if b:
                d = 1
            break
        c()
    return d


# case: break_after_two_arms
# python: >=3.11
def f(a, b, c, e):
    for d in a:
        if c:
            if b:
                d = 1
            else:
                d = 2
            break
        e()
    return d


# case: break_after_an_if_in_a_try
def f(a, b, c):
    for d in a:
        try:
            s = b()
            if s:
                c()
            break
        except KeyError:
            s = 1
    return d


# case: while_with_an_endless_loop_that_retries
# python: >=3.11
def f(a, b, c, d, g):
    while not a():
        try:
            b()
        except KeyError:
            break
        while True:
            try:
                data = c()
                break
            except KeyError as exception:
                if d() != 3:
                    return
        if not data:
            break
        g(data)
