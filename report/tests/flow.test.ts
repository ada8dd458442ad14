import { expect, test } from "vitest";
import type { Compilation } from "../src/data";
import { fitted, flowChart, type Opened } from "../src/flow/layout";
import { modelOf } from "../src/model";
import { HELPER, run } from "./run";

function chartOf(entries: number, change: Partial<Compilation> = {}, open: Opened | null = null) {
  const data = run();
  const [frame] = data.frames;
  const [first] = frame?.compilations ?? [];
  if (frame === undefined || first?.entry === undefined) throw new Error("no entry");
  const { entry } = first;
  frame.compilations = Array.from({ length: entries }, (_, at) => ({ ...first, id: `0/${at}`,
    entry: { ...entry, index: at }, metrics: [{ seconds: 1.5 }], ...change,
    ...(at === 0 ? {} : { reason: { text: `n == ${at}` } }) }));
  return flowChart(modelOf(data), frame, open);
}

const said = (words: readonly { text: string }[]) => words.map(({ text }) => text).join(" ");

test("an entry shows its seconds, a later one why it was made", () => {
  const { boxes, words, width } = chartOf(2, { resume_functions: [] });
  expect(boxes.find(({ label }) => label === "transformed code")?.sub).toContain("1.5 s compiling");
  const [test] = boxes.filter(({ label }) => label === "entry 1: guards hold?");
  const [why] = words.filter(({ text }) => text.startsWith("recompiled, "));
  expect(why?.x).toBeGreaterThan(test?.x ?? Infinity);
  expect(why?.x).toBeLessThan(width);
  // One resume function stands lower; where two stand beside it, the box has it.
  expect(said(chartOf(2).words)).toContain("recompiled, a guard failed: n == 1");
  const resume = { name: "r", full_name: "", co_name: "r" };
  expect(chartOf(2, { resume_functions: [resume, { ...resume, name: "s" }] }).boxes
    .map(({ sub }) => sub)).toContain("n == 1");
});

test("many entries that do the same are one box, with their seconds", () => {
  const { boxes } = chartOf(6);
  expect(boxes.filter(({ label }) => label.startsWith("entry 0: guards"))).not.toHaveLength(0);
  expect(boxes.some(({ label }) => label === "entry 3: guards hold?")).toBe(false);
  const more = boxes.find(({ label }) => label === "5 more like entry 0");
  expect(more?.sub).toBe("7.5 s compiling");
  expect(more?.href).toBe("#f0/1/recompiles");
});

test("boxes are as wide as their words, and the line of a break is not cut", () => {
  const narrow = chartOf(1);
  const wide = chartOf(1, { graph_breaks: [{ reason: "branching",
    user_stack: [{ file: "/far/away_from_here.py", line: 1234, text: "if biggest.item() > limit:" }] }] });
  expect(wide.across).toBeGreaterThan(narrow.across);
  const broken = wide.boxes.find(({ label }) => label.startsWith("if biggest"))!;
  expect(fitted(broken, "label", wide.across)).toBe("if biggest.item() > limit:");
  expect(fitted(broken, "sub", wide.across)).toBe("break at away_from_here.py:1234");
  const [first, next] = wide.boxes.filter(({ kind }) => kind === "call").map(({ x }) => x);
  expect((next ?? 0) - (first ?? 0)).toBeGreaterThan(wide.across);
});

test("why there is an entry stands beside it in lines, none of which is long", () => {
  const because = { reason: { text: "tensor 'x' size mismatch at index 0. expected 24, actual 16 "
    .repeat(4) }, resume_functions: [] };
  const { words } = chartOf(1, because);
  const lines = words.filter(({ x }) => x > 200).map(({ text }) => text);
  expect(lines.length).toBe(3);
  expect(Math.max(...lines.map((one) => one.length))).toBeLessThanOrEqual(46);
  expect(lines.at(-1)).toMatch(/…$/);
});

test("a break inside another function leads to the one that is called, unless torch refused it", () => {
  const data = run();
  const [frame] = data.frames;
  const entry = frame!.compilations![0]!;
  entry.graph_breaks = [{ reason: "item", user_stack: [{ file: HELPER, line: 2, text: "return a.abs()" }] }];
  const called = (calls?: { frame: string; refused?: number }) => {
    data.details[frame!.id]!.compilations[0]!.calls = calls!;
    return flowChart(modelOf(data), frame!).boxes.filter(({ label }) => label.startsWith("call "))
      .slice(1).map(({ kind, label, sub, href }) => [kind, label, sub, href]);
  };
  const { entry: _entry, ...refused } = entry;
  const other = { id: "f2", co_name: "g", title: "g", file: HELPER, first_line: 1,
    compilations: [{ ...entry, id: "2/0", graph_breaks: [], resume_functions: [] }, { ...refused, id: "2/1" }] };
  data.frames.push(other);
  expect(called()).toEqual([]);
  expect(called({ frame: "f2" })).toEqual([["call", "call g", "compiled by itself", "#f2/0/flow"]]);
  expect(called({ frame: "f2", refused: 1 })).toEqual([["miss", "call g",
    "not compiled: recompile limit reached", "#f2/1/recompiles"]]);
  other.compilations.shift();
  expect(called({ frame: "f2" })).toEqual([["miss", "call g", "not compiled", "#f2/0/details"]]);
});

test("the entry that is open is marked, and drawn with its reason among many that are folded", () => {
  const labels = (open: Opened | null, entries = 7) => {
    const chart = chartOf(entries, {}, open);
    return { all: chart.boxes.map(({ label }) => label), words: chart.words.map(({ text }) => text),
      marked: chart.boxes.filter(({ isOpen }) => isOpen).map(({ label }) => label) };
  };
  expect(labels(null).marked).toEqual([]);
  expect(labels({ frame: "f0", at: 0 }).marked).toEqual(["entry 0 (open): guards hold?"]);
  const inside = labels({ frame: "f0", at: 3 });
  expect(inside.marked).toEqual(["entry 3 (open): guards hold?"]);
  expect(inside.words.join(" ")).toContain("recompiled, a guard failed: n == 3");
  expect(inside.all).toContain("2 more like entry 0");
  expect(inside.all).toContain("2 more like entry 4");
});

test("at the recompile limit a call runs the original; the refused compilation that is shown is marked", () => {
  const data = run();
  const [frame] = data.frames;
  const [first] = frame!.compilations!;
  const { entry: _entry, ...rest } = first!;
  const last = (open: Opened | null, skipped?: string) => {
    frame!.compilations = [first!, { ...rest, id: "0/9", ...(skipped === undefined ? {} : { skipped }) }];
    const { label, sub, href, isOpen } = flowChart(modelOf(data), frame!, open).boxes.filter(({ kind, sub: words }) =>
      kind === "miss" && words !== "not compiled").at(-1)!;
    return [label, sub, href, isOpen];
  };
  const open = { frame: frame!.id, at: 1 };
  expect(last(open, "Dynamo recompile limit exceeded"))
    .toEqual(["runs as it is (open)", "the recompile limit is reached", `#${frame!.id}/1/recompiles`, true]);
  expect(last(null, "in a skipfile").slice(0, 2)).toEqual(["runs as it is", "in a skipfile"]);
  expect(last(null).slice(0, 2)).toEqual(["compile again,", "or run the original"]);
});

test("the line of a `no` ends above the next test, whose own `no` leaves below", () => {
  const { boxes, arrows } = chartOf(3, { resume_functions: [] }, { frame: "f0", at: 1 });
  const tests = boxes.filter(({ label }) => label.includes("guards hold?") || label.startsWith("compile again"));
  const sides = arrows.flatMap(({ path }) => /^M(\S+) (\S+)H(\S+)V(\S+)H/.exec(path)?.slice(1).map(Number) ?? [])
    .reduce<number[][]>((all, one, at) => (at % 4 === 0 ? all.push([one]) : all.at(-1)!.push(one), all), [])
    .filter(([x = 0, , left = 0]) => left < x);
  expect(sides).toHaveLength(tests.length - 1);
  sides.forEach(([, , , end = 0], at) => expect(end).toBeLessThan(tests[at + 1]!.y));
});
