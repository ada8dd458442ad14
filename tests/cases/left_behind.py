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
# output
def f(self, color):
    if color is not None:
        self.c(color)
        return None
    return self.g("bg")
