import { expect, test } from "vitest";
import type { KernelData } from "../src/contract";
import { callsApart, choices, examples, fused, isOf, isOfFirst, meant, nearestKnown, shortName } from "../src/fused";
import { folded } from "../src/panels/kernels";

const kernel = (name: string, module: string, line: number, ...shown: number[]): KernelData =>
  ({ file: "k.py", kernel: name, graph: null, nodes: [], places: [{ file: "/m.py", line }],
    how: "recorded", shown, calls: shown.length, launches: [], modules: { [module]: [] } });
const norm = kernel("cpp_fused_norm_0", "layers[0].norm", 3, 10);
const mm = kernel("extern_kernels.mm", "layers[0].mlp", 4, 11, 20);
const act = kernel("cpp_fused_silu_1", "layers[0].mlp.act", 5, 12);

test("what is between two kernels is told by the order of their calls", () => {
  expect(fused([norm, mm, act], new Set(), "layers[0].norm", "m.py:5"))
    .toEqual([{ backward: false, both: [], first: [norm], second: [act], between: [mm] }]);
});

test("a module stands for those in it, and never for one with a longer name", () => {
  expect(isOf(act, "layers[0].mlp")).toBe(true);
  expect(isOf(act, "layers")).toBe(true);
  expect(nearestKnown([norm, act], "layers[0].mlp.act.fn")).toBe("layers[0].mlp.act");
  expect(nearestKnown([norm, act], "head")).toBeUndefined();
  expect(isOf(act, "layers[0].m")).toBe(false);
  expect(fused([norm, mm, act], new Set(), "layers[0]", "m.py:5")[0]?.both).toEqual([act]);
  expect(choices([norm])).toEqual(["layers", "layers[0]", "layers[0].norm", "m.py:3"]);
});

test("a bare number is a line of the shown file, or of the only file that has it", () => {
  const far = { ...act, places: [{ file: "/far.py", line: 8 }] };
  expect(["3", "8", "9", "layers[0]"].map((typed) => meant([norm, far], "m.py", typed)))
    .toEqual(["m.py:3", "far.py:8", "m.py:9", "layers[0]"]);
  expect(examples([norm, act])).toEqual(["layers[0].mlp.act", "m.py:3"]);
});

test("what runs in the backward is compared with nothing else", () => {
  expect(fused([norm, { ...act, file: "b.py" }], new Set(["b.py"]), "layers[0].norm", "m.py:5"))
    .toEqual([]);
});

test("short names keep their number, and layers are folded where none is missing", () => {
  expect(shortName("triton_poi_fused_add_mul_3")).toBe("triton_poi_fused_3");
  expect(shortName("extern_kernels.mm")).toBe("extern_kernels.mm");
  expect(folded(["l[0].a", "l[1].a", "m", "k[0]", "k[2]"])).toEqual(["l[0..1].a", "m", "k[0]", "k[2]"]);
});

test("two calls of one kernel are not fused with each other", () => {
  const twice = { ...kernel("extern_kernels.mm", "layers[0].q", 4, 11, 20),
    nodes: ["mm", "mm_1"], places: [{ file: "/m.py", line: 4 }, { file: "/m.py", line: 5 }],
    modules: { "layers[0].q": [0], "layers[1].k": [1] },
    launches: [{ line: 11, nodes: [0], places: [0] }, { line: 20, nodes: [1], places: [1] }] };
  const [found] = fused([norm, twice, act], new Set(), "layers[0].q", "layers[1].k");
  expect(found?.both).toEqual([]);
  expect([found?.first[0]?.call, found?.second[0]?.call]).toEqual([1, 2]);
  expect(found?.between).toEqual([act]);
  expect(callsApart(twice).map((one) => [one.nodes, one.places[0]?.line, one.modules]))
    .toEqual([[["mm"], 4, { "layers[0].q": [0] }], [["mm_1"], 5, { "layers[1].k": [0] }]]);
  expect(fused([twice], new Set(), "layers[0].q", "m.py:4")[0]?.both.map(({ call }) => call))
    .toEqual([1]);
});

test("what was guessed is of the first call, unless each call has its nodes", () => {
  const guessed: KernelData = { ...kernel("cpp_fused_silu_2", "layers[3].act", 5, 10, 20),
    how: "inferred", nodes: ["mul", "mul_1"] };
  const apart = [{ line: 10, nodes: [0], places: [] }, { line: 20, nodes: [1], places: [] }];
  const lines = apart.map((one) => ({ ...one, nodes: [] }));
  expect([[], lines, apart].map((launches) => isOfFirst({ ...guessed, launches })))
    .toEqual([true, true, false]);
  expect(isOfFirst({ ...guessed, how: "recorded" })).toBe(false);
});
