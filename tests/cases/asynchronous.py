# case: await_statement
async def f(g):
    await g()


# case: await_value
async def f(g):
    x = await g()
    return x + await g(x)


# case: async_for
async def f(items, g):
    async for x in items:
        g(x)


# case: async_for_else
async def f(items, g):
    async for x in items:
        if await g(x):
            break
    else:
        g(1)
    g(2)


# case: async_with
async def f(m, g):
    async with m() as x:
        await g(x)
    g(1)


# case: async_with_return
async def f(m, g):
    async with m() as x:
        return await g(x)


# case: async_generator
async def f(items):
    async for x in items:
        yield x


# case: async_comprehensions
async def f(items):
    x = [y async for y in items if await y]
    z = {y: 1 async for y in items}
    return x, z


# case: async_generator_expression
async def f(items):
    return (y async for y in items)


# case: await_in_try
async def f(g):
    try:
        await g()
    except ValueError:
        await g(1)
    finally:
        await g(2)


# case: await_in_loop
async def f(items, g):
    for x in items:
        await g(x)
    while await g():
        pass


# case: nested_coroutine
def f(g):
    async def inner(x):
        return await g(x)

    return inner


# case: await_in_condition
async def f(g):
    if await g():
        return 1
    return 2


# case: return_in_async_generator
async def f(items, g):
    async for x in items:
        if await g(x):
            return
        yield x
    g(1)


# case: coroutine_without_steps
# python: >=3.11 <3.12
async def f():
    try:
        pass
    except BaseException as exc:
        pass
# output
async def f():
    pass
