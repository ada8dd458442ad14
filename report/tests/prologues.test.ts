import { expect, test } from "vitest";
import { prologuesOf } from "../src/prologues";

const UNMARKED = new Map<number, string>();

test("a long list of arguments is folded, a short one and other code are not", () => {
  const names = Array.from({ length: 9 }, (_, at) => `        model.layers[${at}].norm.weight,`);
  const text = ["def f(x):", "    y = fn(", ...names, "    )", "    z = g(",
    "        x,", "        y,", "    )", "    return z"].join("\n");
  expect(prologuesOf(text, 1, UNMARKED))
    .toEqual([{ first: 3, last: 11, label: "9 lines of parameters" }]);
  expect(prologuesOf(text, 101, new Map([[107, "covered"]]))).toEqual([]);
});

test("inputs of printed graphs and of kernels are parameters, too", () => {
  const graph = Array.from({ length: 8 }, (_, at) => `        primals_${at}: "f32[8, 8]",`);
  const cpp = Array.from({ length: 8 }, (_, at) => `      const float* in_ptr${at},`);
  const user = Array.from({ length: 8 }, (_, at) => `    name_${at}: int | None = None,`);
  for (const lines of [graph, cpp, user])
    expect(prologuesOf(lines.join("\n"), 1, UNMARKED)).toHaveLength(1);
  const work = Array.from({ length: 8 }, (_, at) => `    x${at} = f(x, ${at})`);
  expect(prologuesOf(work.join("\n"), 1, UNMARKED)).toEqual([]);
});

test("a long docstring is folded, other strings and what stands behind it are not", () => {
  const words = Array.from({ length: 7 }, () => "    Words (with: a colon):");
  const text = ["def f(x):", '    r"""', ...words, '    """', "    y = x", "    return y"].join("\n");
  expect(prologuesOf(text, 11, UNMARKED))
    .toEqual([{ first: 12, last: 20, label: "9 lines of documentation" }]);
  const one = ["def f(x):", '    """One line."""', ...words.map(() => "    x = g(x)")].join("\n");
  expect(prologuesOf(one, 1, UNMARKED)).toEqual([]);
  const given = ["y = g(", '    """', ...words, '    """,', ")"].join("\n");
  expect(prologuesOf(given, 1, UNMARKED)).toEqual([]);
});

test("an argument on three lines does not end a list of arguments", () => {
  const layer = (at: number) => [`        model.layers[${at}].norm.weight,`, `        model.layers[`, `            ${at}`,
    "        ].norm.a_long_name.of_a_table,"];
  const text = ["    y = fn(", ...[0, 1, 2].flatMap(layer), "    )"].join("\n");
  expect(prologuesOf(text, 1, UNMARKED)).toEqual([{ first: 2, last: 13, label: "12 lines of parameters" }]);
});
