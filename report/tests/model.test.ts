import { expect, test } from "vitest";
import type { Data, Frame } from "../src/data";
import { treeRows } from "../src/tree";
import { bareTitle, entryName, modelOf, recompiledWords, resumeNote, resumeWords, stageOf, whereOf, wholeTitle } from "../src/model";
import { whereShown } from "../src/whereShown";
import { FILE, HELPER, run } from "./run";

// Two graphs of one stage, told apart; a kernel of each.
const graph = (number: number, backward: boolean) => ({ backward,
  file: `__compiled_fn_1.AFTER_POST_GRAD.${number}.py` });
const kernel = (number: number, backward: boolean) => ({ backward,
  file: `__compiled_fn_1.kernel_${number}.py` });
const data = {
  stages: { AFTER_POST_GRAD: "the graph that Inductor lowers",
    Backward_graph: "the backward graph" },
  frames: [{ compilations: [{
    graphs: [graph(0, false), graph(1, true),
      { file: "__compiled_fn_1.Backward_graph.0.py", backward: true }],
    kernels: [kernel(0, false), kernel(1, true)],
  }] }],
} as unknown as Data;

test("what a file is says whether it is of the backward, once", () => {
  expect([0, 1].map((n) => stageOf(data, `__compiled_fn_1.AFTER_POST_GRAD.${n}.py`)))
    .toEqual(["the graph that Inductor lowers",
      "the graph that Inductor lowers, of the backward"]);
  expect(stageOf(data, "__compiled_fn_1.Backward_graph.0.py")).toBe("the backward graph");
  expect([0, 1].map((n) => stageOf(data, `__compiled_fn_1.kernel_${n}.py`)))
    .toEqual(["generated code", "generated code, of the backward"]);
  expect(stageOf(data, "journal.jsonl")).toBe("");
});

test("a line is shown in the entry whose function has it, not in one of the same name", () => {
  const data = run();
  data.functions[FILE]?.push([20, 24], [30, 33]);
  data.frames.push({ id: "f2", co_name: "f", file: FILE, first_line: 20,
    compilations: [{ id: "2/0" }, { id: "2/1", graph_breaks: [
      { user_stack: [{ file: FILE, line: 22 }] }] }] });
  const at = (file: string, line: number) => whereShown(modelOf(data), { file, line });
  const own = (frame: string, entry: number, line: number) => ({ frame, at: entry,
    panel: "code", selection: { kind: "source", line } });
  expect(at(FILE, 5)).toEqual(own("f0", 0, 5));
  expect(at(FILE, 6)).toEqual(own("f1", 0, 6));
  expect(at(FILE, 22)).toEqual(own("f2", 1, 22));
  expect(at(HELPER, 2)).toEqual({ frame: "f0", at: 0, panel: "code",
    selection: { kind: "source", line: 2, file: HELPER } });
  expect(whereShown(modelOf(data), { file: FILE, line: 5 }, { frame: "f0", at: 1 })?.at).toBe(1);
});

test("a line that no pane has is shown in its file, or nowhere", () => {
  const data = run();
  const at = (line: number) => whereShown(modelOf(data), { file: FILE, line });
  expect(at(40)).toBeNull();
  data.files[FILE] = -1;
  expect(at(40)).toEqual({ panel: "files", file: FILE, selection: { kind: "source", line: 40 } });
});

test("a recompile names the entry whose guard failed: alone, the guard reads as a fact about the new entry", () => {
  const base = run();
  const [frame] = base.frames;
  const entry = frame?.compilations?.[0]?.entry;
  if (frame === undefined || entry === undefined) throw new Error("no entry");
  const told = { text: "x.size()[0] == 8", failed: "0/0" };
  const other = { text: "x.requires_grad", failed: "0/1" };
  const last = { id: "0/2", entry: { ...entry, index: 2 }, recompiled_because: [other, told], reason: told };
  const of = { ...frame, compilations: [{ id: "0/0", entry }, { id: "0/1" }, last] };
  const words = "recompiled, guard of entry 0 failed: x.size()[0] == 8";
  expect(recompiledWords(of, last)).toBe(words);
  expect(recompiledWords(of, { ...last, recompiled_because: [told] })).toBe(words);
  expect(recompiledWords(of, { ...last, reason: { text: told.text } }))
    .toBe("recompiled, a guard failed: x.size()[0] == 8");
});

test("a recompile names the values that differ in size, too: an edit of the guard alone would not avoid it", () => {
  const [frame] = run().frames;
  const entry = frame!.compilations![0]!.entry!;
  const words = (text: string, difference: string, failed = "0/0") => {
    const last = { id: "0/1", entry: { ...entry, index: 1 }, reason: { text, failed }, difference };
    return recompiledWords({ ...frame!, compilations: [{ id: "0/0", entry }, last] }, last).split(" failed: ")[1];
  };
  const sizes = "`t: [4] -> [1]`, `x: [4, 3, 32] -> [1, 3, s53]`, `n: 4 -> 5`";
  expect(words("grad_mode", `as entry 0 but ${sizes}, 26 more`)).toBe("grad_mode; t and x differ in size, too");
  expect(words("grad_mode", "as entry 0 but `a[0]: [4] -> [1]`")).toBe("grad_mode; a[0] differs in size, too");
  expect(words("grad_mode", `as entry 0 but \`a: [4] -> [1]\`, ${sizes}`)).toBe("grad_mode; a, t and 1 more differ in size, too");
  expect(words("tensor 'x' size mismatch", `as entry 0 but ${sizes}`)).toBe("tensor 'x' size mismatch; t differs in size, too");
  expect(words("max.size()[0] == 4", `as entry 0 but ${sizes}`)).toBe("max.size()[0] == 4; t and x differ in size, too");
  expect(words("grad_mode", "as entry 0 but `n: 4 -> 5`")).toBe("grad_mode");
  // Told against another entry than the one whose guard failed.
  expect(words("grad_mode", `as entry 2 but ${sizes}`)).toBe("grad_mode");
});

test("a recompile without an entry was refused at the limit, or failed", () => {
  const [frame] = run().frames;
  const last = (skipped: string) => ({ id: "0/1", skipped, reason: { text: "n == 1" } });
  const refused = last("Unsupported: Dynamo recompile limit exceeded");
  expect([refused, last("Unsupported: Missing tp_iternext")].map(entryName)).toEqual(["recompile refused", "recompile failed"]);
  expect(entryName({ id: "0/1", skipped: "no tensors" })).toBe("not compiled");
  expect(recompiledWords(frame!, refused)).toBe("recompile refused, a guard failed: n == 1");
});

test("a recompile of a decorator's code for another function says so", () => {
  const base = run();
  const [frame] = base.frames;
  const entry = frame?.compilations?.[0]?.entry;
  if (frame === undefined || entry === undefined) throw new Error("no entry");
  const last = { id: "0/1", entry: { ...entry, index: 1 }, wrapped: "mask", reason: { text: "len(args) == 1", failed: "0/0" } };
  const words = (wrapped: string) => recompiledWords({ ...frame, compilations: [{ id: "0/0", entry, wrapped }, last] }, last);
  expect(words("Net.forward")).toBe("recompiled, for another function (mask): guard of entry 0 for Net.forward failed: len(args) == 1");
  expect(words("mask")).toBe("recompiled, guard of entry 0 failed: len(args) == 1");
  base.frames = [{ ...frame, compilations: [{ id: "0/0", entry, wrapped: "Net.forward" }, last] }];
  const rows = treeRows(modelOf(base), () => true).filter(({ kind }) => kind === "entry");
  expect(rows.map(({ gap }) => gap)).toEqual(["for Net.forward", "for mask"]);
});

test("two resume functions behind one line have two titles", () => {
  const [f, resume] = run().frames;
  expect(wholeTitle(f!)).toBe("f");
  expect(wholeTitle(resume!)).toBe("resume at toy.py:5 → line 6-7");
  const [entry] = resume!.compilations!;
  entry!.captured_lines = {};
  expect(wholeTitle(resume!)).toBe("resume at toy.py:5, no graph");
  // The first entry may have met a break at once: others tell.
  resume!.compilations!.push({ ...entry!, captured_lines: { [FILE]: [7] } });
  expect(wholeTitle(resume!)).toBe("resume at toy.py:5 → line 7");
});

test("a resume function with many lines has how many they are and the ends; a tooltip has all", () => {
  const [, resume] = run().frames;
  const [entry] = resume!.compilations!;
  const lines = (captured: Record<string, number[]>) => {
    entry!.captured_lines = captured;
    return [wholeTitle(resume!), resumeWords(resume!), resumeNote(resume!)];
  };
  const odd = [365, 367, 401, 402, 431, 502, 517, 1286];
  expect(lines({ [FILE]: odd })).toEqual(["resume at toy.py:5 → 8 lines, 365-1286", "goes on at 8 lines, 365-1286",
    "goes on at line 365, 367, 401-402, 431, 502, 517, 1286"]);
  expect(lines({ "/a/modeling.py": odd })[0]).toBe("resume at toy.py:5 → 8 lines of modeling.py");
  expect(lines({ "/a/modeling.py": odd, "/a/other_layers.py": [3] })[0]).toBe("resume at toy.py:5 → 9 lines of 2 files");
});

test("a function inside a decorator is where it was written, not where the decorator was", () => {
  const frame = { id: "f0", co_name: "wrapper", title: "M.forward, inside retried", owners: ["M.forward"], decorator: "retried",
    file: "/lib/generic.py", first_line: 1030,
    compilations: [{ id: "0/0", captured_places: [{ file: "/a/model.py", lines: "9", function: "M.forward", first_line: 7 }] }] };
  expect(whereOf(frame as unknown as Frame)).toBe("model.py:7, inside retried (generic.py:1030)");
  expect(bareTitle(frame as unknown as Frame)).toBe("M.forward");
  const several = { ...frame, owners: ["M.forward", "N.forward"] };
  expect(whereOf(several as unknown as Frame)).toBe("inside retried (generic.py:1030)");
  expect(whereOf({ ...several, decorator: "" } as unknown as Frame)).toBe("generic.py:1030");
});
