import { expect, test } from "vitest";
import { breakCount, breakReason, findingsAt, stackIn } from "../src/happened";
import { modelOf } from "../src/model";
import { FILE, run } from "./run";

test("the line of a function that a break in a loop leaves out is that of the same break elsewhere", () => {
  const data = run();
  const inner = { file: "/lib/layers.py", line: 27 };
  const [first, second] = data.frames[0]!.compilations!;
  first!.graph_breaks = [{ reason: "item", user_stack: [{ file: FILE, line: 4 }, inner] }];
  const bare = { reason: "item", user_stack: [inner] };
  second!.graph_breaks = [bare];
  const model = modelOf(data);
  const lines = (range: { file: string; first: number; last: number }) =>
    stackIn(model, bare, range).map(({ line }) => line);
  expect(lines({ file: FILE, first: 2, last: 7 })).toEqual([4]);
  expect(lines({ file: FILE, first: 6, last: 7 })).toEqual([]);
  expect(lines({ file: inner.file, first: 20, last: 30 })).toEqual([27]);
});

test("breaks of several functions at one line are counted with their lines", () => {
  const at = (line: number) => ({ event: { reason: "item", user_stack: [{ file: FILE, line }] } });
  expect(breakCount([at(8), at(8), at(8), at(12)])).toBe("4 graph breaks at 2 lines");
  expect(breakCount([at(8), at(12)])).toBe("2 graph breaks");
});

test("a line with a break has the finding of the break, also if that names the line that led there", () => {
  const data = run();
  const inner = { file: "/lib/layers.py", line: 27 };
  data.frames[0]!.compilations![0]!.graph_breaks = [{ reason: "item", user_stack: [{ file: FILE, line: 5 }, inner] }];
  const [known] = data.findings;
  const led = { ...known!, title: "breaks the graph: call", why: "Torch breaks the graph inside `g` (layers.py:27): item." };
  data.findings.push(led);
  const model = modelOf(data);
  expect(findingsAt(model, inner)).toEqual([led]);
  expect(findingsAt(model, { ...inner, line: 2 })).toEqual([]);
  expect(findingsAt(model, { file: FILE, line: 5 })).toEqual([known, led]);
  // Of another line that leads to no such break.
  led.line = { file: FILE, line: 4 };
  expect(findingsAt(model, inner)).toEqual([]);
});

test("a general reason names what broke the graph, and nothing is said twice", () => {
  const nonzero = "Operator `aten.nonzero.default`'s output shape depends on input Tensor data.";
  expect(breakReason({ reason: "Dynamic shape operator", explanation: `${nonzero}\nMore.` })).toBe(`Dynamic shape operator: ${nonzero}`);
  expect(breakReason({ reason: "Data-dependent branching", explanation: "Detected data-dependent branching (e.g. `if x:`). More." }))
    .toBe("Data-dependent branching");
  expect(breakReason({ reason: "item" })).toBe("item");
});
