# python: <3.10
# case: else_behind_raise
def f(a, b, c):
    if a:
        raise b
    else:
        c()


# case: no_else_behind_raise
def f(a, b, c):
    if a:
        raise b
    c()


# case: elif_that_returns
def f(a, b):
    if a:
        return 1
    elif b:
        return 2
    else:
        return 3


# case: ifs_that_return
def f(a, b):
    if a:
        return 1
    if b:
        return 2
    return 3


# case: arms_that_leave_a_pass_of_a_loop
def f(a, b, c):
    for x in a:
        if x:
            raise b
        elif b:
            continue
        else:
            c()
        c(x)


# case: try_else_that_returns
def f(a):
    try:
        x = a()
    except KeyError:
        return 1
    else:
        return x


# case: returns_that_were_written
def f(a, b):
    if a:
        return
    try:
        b()
    except KeyError:
        return
    except ValueError:
        b(1)
        return
    b(2)


# case: return_in_the_last_arm
def f(self, color):
    if color is not None:
        self.c(color)
    else:
        return self.g("bg")


# case: try_else_behind_handlers_that_leave
def f(a, b, c):
    try:
        a()
    except KeyError:
        pass
    else:
        raise b
    for x in a:
        try:
            b(x)
        except KeyError as error:
            c(error)
        else:
            c()


# case: arm_that_holds_nothing
def f(a, b):
    if a == 1:
        pass
    elif a == 2:
        b()
    b(1)


# case: loop_whose_body_is_one_try
def f(a, b, c, d):
    while True:
        try:
            if a:
                b()
            if c:
                break
            d(1)
        except KeyError:
            d(2)
        except ValueError:
            d(3)


# case: break_behind_a_try
def f(items, a):
    for x in items:
        while True:
            try:
                if x:
                    a(x)
                else:
                    a()
            except IndexError:
                if len(x) == 256:
                    x += 1
                    continue
                a(1)
            break


# case: break_at_the_end_of_a_try_else
def f(a, b):
    while True:
        try:
            x = a(b)
        except ValueError:
            if b:
                raise
            b = x
        else:
            if x.st_mode != 1:
                raise ValueError(x)
            break
    return x


# case: return_behind_the_loop_that_a_handler_leaves
def f(a, b):
    while True:
        try:
            x = a(b)
        except KeyError:
            break
        b.append(x)
    return b


# case: continue_at_the_end_of_a_clause
def f(a, b):
    for x in a:
        try:
            b(x)
        except KeyError:
            continue
        except ValueError:
            pass


# case: return_none_of_a_clause
def f(a):
    try:
        return a()
    except ValueError:
        return None


# case: equal_test_before_a_loop
def f(a, b, c):
    if a < 0:
        return a
    while True:
        if b:
            c()
        else:
            a = c(a)
            if a < 0:
                return a


# case: else_behind_an_arm_that_ends_the_function
def f(self):
    if self.a is None:
        try:
            return self.b()
        except KeyError:
            raise
        except BaseException as error:
            self.c(error)
    else:
        return self.a
