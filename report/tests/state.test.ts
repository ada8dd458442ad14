import { expect, test } from "vitest";
import { fragmentOf, HOME, type Selection, type State, stateOf } from "../src/state";

const SELECTIONS: (Selection | null)[] = [
  null,
  { kind: "source", line: 7 },
  { kind: "source", line: 7, file: "/a b/ü&=?#%.py" },
  { kind: "source", line: 7, also: { line: 9 } },
  { kind: "source", line: 7, file: "/a.py", also: { line: 9, file: "/b.py" } },
  { kind: "shown", line: 12 },
  { kind: "node", file: "__compiled_fn_1.Joint_graph.0.py", name: "add_1" },
  { kind: "kernel", file: "C:\\x:y.py", name: "cpp_fused_0" },
  { kind: "guard", at: 0 },
  { kind: "check", at: 3 },
];
const PLACES: State[] = [
  HOME,
  { ...HOME, panel: "run" },
  { ...HOME, file: "finding-0" },
  { ...HOME, panel: "files", file: "a/b #1.py" },
  { ...HOME, panel: "search", query: "a&b = %2F?#" },
  { ...HOME, frame: "f0", panel: "code" },
  { ...HOME, frame: "f12", at: 3, panel: "file", file: "x?y.py" },
  { ...HOME, frame: "f0", panel: "kernels", fused: ["x @ w", "a&b=+"] },
  { ...HOME, frame: "f0", panel: "kernels", fused: ["", "silu"] },
  { ...HOME, frame: "f0", panel: "code", panes: ["source", "kernel"] },
  { ...HOME, frame: "f0", panel: "code", panes: [] },
  { ...HOME, frame: "f0", panel: "code", widths: { source: 1.25, graph: 4 } },
  { ...HOME, frame: "f0", panel: "code", stage: "__compiled_fn_1.Joint_graph.0.py" },
];

test.each(PLACES)("a place comes back from its address: $panel $file", (place) => {
  for (const selection of SELECTIONS) {
    const state = { ...place, selection };
    expect(stateOf(fragmentOf(state))).toEqual(state);
  }
});

test("addresses of older pages lead where they led", () => {
  expect(stateOf("#f0/1/guards")).toMatchObject({ frame: "f0", at: 1, panel: "guards" });
  expect(stateOf("#f0/0/file/__compiled_fn_1.kernel_0.py"))
    .toMatchObject({ panel: "file", file: "__compiled_fn_1.kernel_0.py" });
  expect(stateOf("")).toEqual(HOME);
});

test("addresses stay short and readable", () => {
  expect(fragmentOf(HOME)).toBe("#");
  expect(fragmentOf({ ...HOME, frame: "f0", panel: "code",
    selection: { kind: "source", line: 7 } })).toBe("#f0/0/code?line=7");
});

test("only the address of the kernels has what Fused? asks", () => {
  const asked = { ...HOME, frame: "f0", panel: "kernels", fused: ["silu", "cat"] as const };
  expect(fragmentOf(asked)).toBe("#f0/0/kernels?fused=silu&with=cat");
  expect(fragmentOf({ ...asked, panel: "guards" })).toBe("#f0/0/guards");
});

test("an address that makes no sense is the overview, or as much of it as does", () => {
  expect(stateOf("#f0/x/code?line=abc&node=&guard=-1"))
    .toMatchObject({ frame: "f0", at: 0, panel: "code", selection: null });
  expect(stateOf("#f0?widths=source-0+shown--1+graph-1e9+kernel-NaN+x-2.5+y-007").widths)
    .toEqual({ x: 2.5 });
  expect(stateOf("#f0?widths=__proto__-2+constructor-1").widths)
    .toEqual({ constructor: 1 });
  expect(stateOf("#%E0%A4%A").frame).toBeNull();
});
