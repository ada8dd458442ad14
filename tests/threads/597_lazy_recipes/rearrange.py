from collections import namedtuple

Recipe = namedtuple("Recipe", "fold there back")
_RECIPES = {}
_MAX_RECIPES = 8


def _parse(name):
    kind, _, size = name.partition(":")
    if kind == "window":
        return Recipe(int(size), (0, 2, 4, 3, 5, 1), (0, 5, 1, 3, 2, 4))
    return Recipe(int(size), (0, 3, 5, 2, 4, 1), (0, 5, 3, 1, 4, 2))


def recipe_for(name):
    recipe = _RECIPES.pop(name, None)
    if recipe is None:
        recipe = _parse(name)
    _RECIPES[name] = recipe
    if len(_RECIPES) > _MAX_RECIPES:
        del _RECIPES[next(iter(_RECIPES))]
    return recipe


def split(x, name):
    recipe = recipe_for(name)
    b, c, h, w = x.shape
    f = recipe.fold
    x = x.reshape(b, c, h // f, f, w // f, f).permute(*recipe.there)
    return x.reshape(b * x.shape[1] * x.shape[2], -1, c)


def merge(tokens, name, shape):
    recipe = recipe_for(name)
    b, c, h, w = shape
    f = recipe.fold
    shape = (h // f, w // f, f, f) if recipe.there[1] == 2 else (f, f, h // f, w // f)
    x = tokens.reshape(b, *shape, c)
    return x.permute(*recipe.back).reshape(b, c, h, w)
