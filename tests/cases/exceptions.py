# case: try_except
def f(g):
    try:
        g()
    except ValueError:
        g(1)
    g(2)


# case: try_except_bare
def f(g):
    try:
        g()
    except:
        g(1)
    g(2)


# case: try_except_name
def f(g):
    try:
        g()
    except ValueError as e:
        g(e)
    return 1


# case: try_except_several
def f(g):
    try:
        g()
    except (KeyError, IndexError):
        g(1)
    except ValueError as e:
        g(e)
    except Exception:
        raise
    g(2)


# case: try_except_pass
def f(g):
    try:
        g()
    except OSError:
        pass
    g(1)


# case: try_except_else
def f(g):
    try:
        x = g()
    except KeyError:
        g(1)
    else:
        g(x)
    g(2)


# case: try_except_returns
def f(g):
    try:
        return g()
    except KeyError:
        return 1


# case: try_except_return_name
def f(g):
    try:
        return g()
    except KeyError as e:
        return e.args


# case: try_finally
def f(g):
    try:
        g()
    finally:
        g(1)
    g(2)


# case: try_finally_return
def f(g):
    try:
        return g()
    finally:
        g(1)


# case: try_except_finally
def f(g):
    try:
        g()
    except KeyError:
        g(1)
    finally:
        g(2)
    g(3)


# case: try_all_clauses
def f(g):
    try:
        x = g()
    except (KeyError, ValueError) as e:
        g(e)
    except TypeError:
        raise
    else:
        g(x)
    finally:
        g(2)
    g(3)


# case: try_nested
def f(g):
    try:
        try:
            g()
        except KeyError:
            g(1)
        g(2)
    except ValueError:
        g(3)
    g(4)


# case: try_in_handler
def f(g):
    try:
        g()
    except KeyError:
        try:
            g(1)
        except ValueError:
            g(2)
    g(3)


# case: finally_with_branch
def f(g, a):
    try:
        g()
    finally:
        if a:
            g(1)
        else:
            g(2)
    return a


# case: try_in_loop
def f(items, g):
    for x in items:
        try:
            g(x)
        except KeyError:
            continue
        g(1)


# case: try_in_loop_break
def f(items, g):
    for x in items:
        try:
            g(x)
        except KeyError:
            break
        g(1)
        g(2)
    g(3)


# case: finally_in_loop_all_exits
def f(items, g):
    for x in items:
        try:
            if x:
                continue
            if g(x):
                break
            return x
        finally:
            g()


# case: loop_in_try
def f(items, g):
    try:
        for x in items:
            g(x)
    except KeyError:
        g(1)
    return 2


# case: branch_in_try
def f(a, g):
    try:
        if a:
            g(1)
        else:
            g(2)
    except KeyError:
        g(3)
    g(4)


# case: raise_forms
def f(a, b):
    if a == 1:
        raise ValueError
    if a == 2:
        raise ValueError("bad") from b
    if a == 3:
        raise ValueError("bad") from None
    raise KeyError(a)


# case: raise_in_handler
def f(g):
    try:
        g()
    except KeyError as e:
        raise ValueError("bad") from e
    return 1


# case: handler_with_branch
def f(g, a):
    try:
        g()
    except KeyError as e:
        if a:
            g(e)
        else:
            raise
    g(1)


# case: handler_name_user_cleanup
def f(g):
    try:
        g()
    except KeyError as e:
        pass
    e = None
    del e


# case: return_in_finally_branch
# python: <3.14
def f(g, b, c):
    try:
        return g()
    finally:
        if b:
            return c


# case: star_handlers
# python: >=3.11
def f(g):
    try:
        g()
    except* ValueError as e:
        g(e)
    except* (KeyError, TypeError):
        g(1)
    g(2)


# case: star_handlers_with_else_and_finally
# python: >=3.11
def f(g):
    try:
        g()
    except* ValueError:
        pass
    else:
        g(1)
    finally:
        g(2)
    g(3)


# case: star_handlers_that_all_raise
# python: >=3.11
def f(g):
    try:
        g()
    except* TypeError as e:
        raise
    except* ValueError as e:
        raise


# case: star_handlers_in_star_handlers
# python: >=3.11
def f(g):
    try:
        g()
    except* TypeError as e:
        try:
            g(e)
        except* OSError:
            g(1)
        finally:
            g(2)
    except* (KeyError, ValueError):
        for x in g(3):
            if x:
                break
    else:
        g(4)
    g(5)


# case: finally_in_a_handler
def f(g):
    try:
        g()
    except TypeError as e:
        try:
            g(e)
        finally:
            g(2)
    except (KeyError, ValueError):
        g(3)
    g(5)


# case: finally_that_is_a_with
def f(g, lock):
    with lock:
        if g.closed:
            return
    try:
        g.flush()
    finally:
        with lock:
            g.close()


# case: finally_with_a_comprehension
def f(a, b):
    try:
        a()
    finally:
        b([x for x in a])


# case: return_through_a_finally_with_a_handler
def f(m, n, k):
    try:
        m(n)
        return m[n]
    finally:
        try:
            del k[n]
        except KeyError:
            pass


# case: breaks_through_a_finally_to_a_short_end
# python: >=3.11
def f(self, timeout):
    if timeout is not None:
        while True:
            if self.l.acquire(False):
                try:
                    if self.r is not None:
                        break
                    if timeout == self.pid:
                        self.h(timeout)
                        break
                finally:
                    self.l.release()
            self.sleep()
    else:
        while self.r is None:
            with self.l:
                if self.r is not None:
                    break
                self.h(timeout)
    return self.r


# case: break_in_a_handler
# python: >=3.11
def f(k, i):
    found = []
    while True:
        try:
            k = i(k)
        except KeyError:
            break
        found.append(k)
        i += 1
    return found


# case: return_of_a_tuple_in_a_handler
def f(b, items):
    for b in items:
        try:
            if b:
                return b, True
        except:
            return b, False
    return None, None


# case: return_behind_a_handler
def f(self, key, default):
    try:
        return self[key]
    except KeyError:
        self[key] = default
    return default


# case: return_of_a_local_in_a_handler
def f(self, key, default):
    try:
        return self[key]
    except KeyError:
        return default


# case: return_through_a_finally_around_handlers
def f(self, d, w):
    if self.r is None:
        try:
            if self.r is not None:
                return self.r
            w(self)
        except OSError as e:
            if d is not None:
                self.r = d
            elif e.errno == 1:
                self.r = 0
        finally:
            self.l.release()
    return self.r


# case: short_end_shared_by_body_and_handler
def f(a, node):
    try:
        if node.e is None or node.f is None:
            return None
        first = node.l - 1
    except AttributeError:
        return None
    lines = a(first)
    if lines == first:
        return lines[first]
    return a(lines)


# case: two_handlers_left_for_different_ends
def f(self, tag):
    try:
        g = self.dispatch[tag]
    except KeyError:
        if ":" not in tag:
            return None
        try:
            g = self.dispatch[tag.split(":")[-1]]
        except KeyError:
            return None
    return g(self, tag)


# case: else_before_a_common_end
def f(self, exit):
    t = type(exit)
    try:
        m = t.e
    except AttributeError:
        self.p(exit)
    else:
        self.q(exit, m)
    return exit


# case: star_handlers_beside_match
# python: >=3.11
def f(a, b):
    try:
        b()
    except* Exception as w:
        if not a:
            match a:
                case 1 | 2:
                    b(w)


# case: loop_of_an_empty_try_in_a_try
def f(a):
    try:
        while a:
            try:
                pass
            finally:
                a.b
    except Exception:
        pass
# output
def f(a):
    try:
        while a:
            a.b
    except Exception:
        pass


# case: try_named_clauses_that_return_in_if
def f():
    if x:
        try:
            g()
        except C as exc:
            return
        except E as exc:
            return
    h()


# case: finally_with_condition_over_lines
def f(h):
    try:
        return run()
    finally:
        if (
            h is not None
            and is_first_of_all_the_handlers(h) is h_that_was_there_before_it
        ):
            signal(h)


# case: finally_not_recognised_raises_on
def f(a):
    try:
        g()
    except A:
        if a and g(1) == 1:
            raise KeyError
        raise
    finally:
        if a is not None and g(2) is a:
            g(3)


# case: return_behind_a_try_that_raises
def f(x, g):
    try:
        a, b = g(x)
    except ValueError as error:
        raise KeyError(x, error)
    try:
        c = a.g(b)
    except TypeError:
        raise KeyError(a)
    return c if not b else c.x


# case: return_in_finally_behind_try
def f(self):
    try:
        a()
    finally:
        if e:
            try:
                x()
            except AttributeError:
                g()
            return
        h()
# output: >=3.10 <3.11
def f(self):
    try:
        a()
    finally:
        if e:
            try:
                x()
                return
            except AttributeError:
                g()
                return
        h()
# output: >=3.11
def f(self):
    try:
        a()
    finally:
        if e:
            try:
                x()
            except AttributeError:
                g()
                return
            return
        h()


# case: continue_in_clause_of_clause
def f(x):
    for i in x:
        try:
            g()
        except BaseException as e:
            try:
                g(e)
            except:
                continue
        g(i)


# case: global_returned_behind_bare_except
def f():
    try:
        x()
    except:
        pass
    return ann


# case: returns_in_with_before_more
def f():
    with x:
        if a:
            return
        b()
        if c:
            return
    d()


# case: constant_returned_through_a_test_in_finally
def f(a, g):
    try:
        g(a)
        return True
    finally:
        a.close()
        if not g and not a.closed:
            a.auto = g


# case: constant_returned_behind_finally
def f(a, g):
    try:
        a.run()
    finally:
        a.close()
    return True


# case: constants_returned_in_and_behind_finally
def f(a, g):
    for x in a:
        try:
            g(x)
            if x:
                return 7
            if g:
                continue
        finally:
            a.close()
        return True
    return False


# case: finally_in_an_endless_loop
def f(g, h):
    while True:
        try:
            g()
        finally:
            h()


# case: except_and_finally_in_an_endless_loop
def f(a, g, h):
    while True:
        try:
            g()
            if a:
                continue
            g(a)
        except KeyError:
            g(h)
        finally:
            h()


# case: finally_around_a_loop_in_an_endless_loop
def f(a, c, g, h):
    while True:
        try:
            while c():
                g(c)
            if a():
                continue
            g(a)
        finally:
            h()


# case: return_through_finally_with_a_try
def f(a, g, h):
    try:
        return g(a)
    except KeyError:
        h()
    finally:
        try:
            a.close()
        except OSError:
            pass


# case: return_from_a_handler_through_finally_with_a_try
def f(a, g, h):
    try:
        g()
    except KeyError:
        return a
    finally:
        try:
            h(a)
        except OSError:
            g(a)


# case: returns_through_finally_with_a_with
def f(a, b, g, h):
    try:
        if not a:
            if g(b):
                return b
            return h
        g(h)
    except KeyError:
        g()
    finally:
        with h():
            g(a)


# case: finally_that_ends_behind_a_with
def f(a, b, g):
    try:
        g()
    except KeyError:
        g(a)
    finally:
        with a as c:
            g(c)
        d = b


# case: variable_that_only_a_dead_handler_binds
# python: <3.10
def f(a, g):
    try:
        return
    except KeyError:
        c = a
    finally:
        g(c)
# output
def f(a, g):
    c: None
    g(c)
    return


# case: star_handlers_that_all_raise_behind_a_return
# python: >=3.11
def f(a, b):
    try:
        return a()
    except* ValueError as e:
        raise b from e
    return b


# case: star_handlers_that_all_raise_before_the_end
# python: >=3.11
def f(a, b):
    try:
        return a()
    except* ValueError as e:
        raise b from e
    except* KeyError:
        raise


# case: conditional_expressions_in_a_finally
def f(a, b, c, d):
    try:
        a()
    finally:
        b(c if a else d)
        d = a < b < c
        a[b] += c or d


# case: conditional_expression_in_a_handler
def f(a, b, c, d):
    try:
        a()
    except KeyError:
        raise b(c if a else d) from None


# case: return_in_a_handler_around_a_finally
def f(a, b, c):
    try:
        a()
    except KeyError:
        try:
            return b()
        finally:
            c(1)
    finally:
        c(2)


# case: return_from_a_loop_in_a_handler
def f(a, b, c):
    try:
        a()
    except KeyError:
        for x in b:
            return c(x)
    finally:
        c(2)


# case: return_in_a_handler_before_a_finally_of_two
def f(a, b):
    try:
        try:
            assert a
        except KeyError:
            return
    finally:
        a -= b
# output: <3.10
def f(a, b):
    try:
        assert a
    except KeyError:
        return
    finally:
        a -= b
# output
def f(a, b):
    try:
        assert a
    except KeyError:
        pass
    finally:
        a -= b


# case: chained_tests_in_handlers
def f(a, b, c, g):
    for x in a:
        try:
            g()
        except KeyError:
            if b < x <= c:
                a -= 1
        except ValueError:
            g(a < b < c)
        finally:
            if c < x < b:
                g(x)
    return c


# case: conditions_that_leave_a_handler
# scope: module
try:
    a()
except KeyError:
    if a or b and c:
        a()


# case: built_values_that_a_handler_returns
def f(a, b, c):
    try:
        a()
    except KeyError:
        return [c(), b() and c]


# case: copies_of_a_finally_with_what_follows
def f(a, b, c):
    global d
    try:
        if not d:
            d = a()
            if b:
                b(1)
            else:
                c(1)
    finally:
        c.release()
    return d


# case: loop_that_a_break_ends_in_finally
# python: >=3.12
def f(a, c):
    try:
        a()
    finally:
        while True:
            try:
                c()
            except KeyError:
                continue
            break


# case: loop_that_a_break_ends_in_finally_before_more
# python: >=3.12
def f(a, c, d):
    try:
        a()
    finally:
        while True:
            try:
                c()
            except KeyError:
                continue
            break
    d()


# case: else_that_returns_what_is_looked_up
def f():
    try:
        import a
    except ImportError:
        pass
    else:
        return g
    return h


# case: one_import_after_the_other
def f():
    try:
        import a
    except ImportError:
        pass
    else:
        return g
    try:
        import b
    except ImportError:
        return h
    else:
        return i
# output: >=3.10 <3.11
def f():
    try:
        import a
    except ImportError:
        pass
    else:
        return g
    try:
        import b
    except ImportError:
        return h
    return i
# output
def f():
    try:
        import a
    except ImportError:
        pass
    else:
        return g
    try:
        import b
    except ImportError:
        return h
    else:
        return i


# case: everything_else_is_taken_and_dropped
def f(a):
    try:
        a()
    except ValueError:
        a(1)
    except:
        pass


# case: nothing_is_done_with_what_is_taken
def f(a):
    try:
        a()
    except ValueError:
        pass
    except TypeError as e:
        pass
    except:
        pass


# case: short_end_written_again_behind_a_finally
def f(self):
    if self.a and self.b:
        self.done = True
        return True
    try:
        self.wait()
    finally:
        self.leave()
    self.done = True
    return True
