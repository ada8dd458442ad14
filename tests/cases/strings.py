# case: plain
def f(a, b):
    return f"{a}", f"{a}{b}", f"x {a} y {b}"


# case: conversions
def f(a):
    return f"{a!r}", f"{a!s}", f"{a!a}"
# output: >=3.11
def f(a):
    return f"{a!r}", "%s" % (a,), f"{a!a}"


# case: specifications
def f(a, b):
    return f"{a:>10}", f"{a:{b}}", f"{a:>{b}.2f}", f"{a!r:^{b}}"


# case: literal_braces
def f(a):
    return f"{{{a}}}", f"{{}} {a}"


# case: expressions_in_fields
def f(a, b):
    return f"{a + b} {a.b} {a[0]} {a(b)}"


# case: quotes_in_fields
def f(a):
    return f"{a['k']} and {a.get('x')}"


# case: quotes_in_text
def f(a):
    return f'"{a}"', f"'{a}'"


# case: line_breaks_in_text
def f(a):
    return f"line {a}\nnext\t{a}"


# case: conditional_in_field
def f(a, b):
    return f"{a if b else 'x'}"


# case: nested_strings
def f(a, b):
    return f"{a} {f'{b}!'}"


# case: debug_form
def f(a):
    return f"{a=}"
# output
def f(a):
    return f"a={a!r}"


# case: display_in_field
def f(a):
    return f"{ {a} } { {a: 1}[a] }"
# output
def f(a):
    return f"{ {a}} { {a: 1}[a]}"


# case: lambda_in_field
def f(a):
    return f"{(lambda x: x)(a)}"


# case: dates
def f(a):
    return f"{a:%Y-%m-%d}"


# case: percent_formatting
# python: <3.11
def f(a, b):
    return "%s-%s" % (a, b), "%d" % a


# case: concatenated_call
def f(a):
    print(f"result: {a:.3f}", end="")


# case: template
# python: >=3.14
def f(a, b):
    return t"{a!r:>{b}} and {a + 1}"


# case: docstring_of_blanks
# scope: module
def f():
    """Test.
    """


def g():
    """Test.

    x

      y
    """
# output: >=3.13
def f():
    """Test.
    """


def g():
    """Test.

    x

      y
    """


# case: formatting_of_an_f_string
# python: >=3.11
def f(a, b):
    return f'{{"%s" %s}}' % (a, b.c)


# case: a_constant_that_is_converted
# python: >=3.11
def f():
    return f"{'a'!s}"


# case: a_choice_in_a_specification
def f(a, b, c):
    return f"{a!r:>{b if c else a}}{b or c!s:{c or a}.{a and b}}"


# case: percent_with_a_choice
def f(m, a):
    return "CAST(%s AS %s)%s" % (m(), m.group(1) if m else a, m.group(2) if m else "")


# case: formats_that_stay_formats
def f(a, b):
    return "%04x %d" % (a, b), "%d%%" % (a,), "%s %d" % (a, b), "%s %s" % (a,)


# case: percent_with_a_tuple
def f(a, b):
    return "%s.%s" % (a, b), "100%% %r: %s\n" % (a.b + 1, b)


# case: percent_with_one_value
def f(a):
    return "<%s>" % (a,), "%s" % a, "<%s>" % a


# case: percent_over_several_lines
def f(log, first, second):
    log(
        "a text that is longer than what fits into one line with %s and %s"
        % (first.some_attribute, second.some_attribute)
    )


# case: conversions_not_everywhere
def f(a, b):
    return f"{a!s} {b}", f"{a!r}", f"{a!r} {b!a}"


# case: percent_in_a_field
# python: >=3.11
def f(a, b):
    return f"{'%s' % (a,)} {b}"
# output
def f(a, b):
    return f"{f'{a!s}'} {b}"
