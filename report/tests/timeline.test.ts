// The timeline: where bars stand, what is in view, and the trace file.
import { expect, test } from "vitest";
import type { Span } from "../src/contract";
import { wordsIn } from "../src/timeline/Bars";
import { dearest, laidOut, ownSeconds } from "../src/timeline/layout";
import { perfettoTrace, threadsOf } from "../src/timeline/trace";
import { drawnIn, panned, showing, ticks, wholeView, zoomed } from "../src/timeline/view";
import { neighbour } from "../src/timeline/walk";
import { duration, told } from "../src/timeline/words";

function span(name: string, start: number, seconds: number, depth = 0, more = {}): Span {
  return { name, start, seconds, depth, compilation: "0/0", frame: "f0", at: 0, ...more };
}

const SPANS = [
  span("f", 0, 4),
  span("Dynamo", 0, 1, 1),
  span("Inductor", 1, 3, 1, { cache: "miss" }),
  span("odd", 1, 1, 2),
  span("g", 6, 2, 0, { compilation: "1/0", frame: "f1" }),
];
const LAYOUT = laidOut([{ rank: 0, spans: SPANS }]);
const at = (name: string) => LAYOUT.bars.findIndex((bar) => bar.span.name === name);

test("a row for each part of the compiler, and the last end is the length", () => {
  expect(LAYOUT.bars.map(({ row }) => row)).toEqual([0, 1, 2, 3, 0]);
  expect([LAYOUT.rows, LAYOUT.seconds]).toEqual([4, 8]);
});

test("the parts of a backward, which has none of Dynamo, are in the rows of these parts", () => {
  const forward = ["f", "Dynamo", "AOTAutograd", "Inductor"].map((name, depth) => span(name, 0, 1, depth));
  const backward = ["f, backward", "AOTAutograd", "Inductor"].map((name, depth) => span(name, 2, 1, depth));
  const { bars } = laidOut([{ rank: 0, spans: [...forward, ...backward] }]);
  expect(bars.map(({ row }) => row)).toEqual([0, 1, 2, 3, 0, 2, 3]);
});

test("the compilation that took most is looked at first", () => {
  const spans = [span("a", 0, 1), span("b", 1, 5), span("Dynamo", 1, 5, 1), span("c", 7, 2)];
  expect(dearest(laidOut([{ rank: 0, spans }]))).toBe(1);
});

test("spans may come in any order", () => {
  const shuffled = [...SPANS].reverse();
  expect(laidOut([{ rank: 0, spans: shuffled }])).toEqual(LAYOUT);
});

test("spans of one depth at one time do not lie on each other", () => {
  const { bars, rows } = laidOut([
    { rank: 0, spans: [span("a", 0, 4), span("b", 1, 1), span("in", 1, 1, 1)] },
  ]);
  expect(bars.map(({ row }) => row)).toEqual([0, 1, 2]);
  expect(rows).toBe(3);
});

test("a gap of clocks of some µs makes no second row", () => {
  const { rows } = laidOut([
    { rank: 0, spans: [span("a", 0, 1.00001), span("b", 1, 1)] },
  ]);
  expect(rows).toBe(1);
});

test("each rank has a lane below the one before, and bars know what they are within", () => {
  const { bars, lanes } = laidOut([
    { rank: 0, spans: SPANS },
    { rank: 3, spans: SPANS },
  ]);
  expect(lanes).toEqual([
    { rank: 0, first: 0, rows: 4 },
    { rank: 3, first: 4, rows: 4 },
  ]);
  const inner = bars.filter(({ span: { name } }) => name === "odd");
  expect(inner.map(({ within }) => bars[within]?.rank)).toEqual([0, 3]);
  expect(inner.map(({ within }) => bars[within]?.span.name)).toEqual([
    "Inductor",
    "Inductor",
  ]);
});

test("a name that tells no kind is of the kind that it is within", () => {
  expect(LAYOUT.bars[at("odd")]?.kind).toBe("inductor");
  expect(LAYOUT.bars[at("f")]?.kind).toBe("other");
});

test("a compilation called as a part of the compiler is none of it", () => {
  const spans = [span("FlowScheduler.step", 0, 1), span("AOTAutograd", 0, 1, 1), span("codegen", 1, 1)];
  expect(laidOut([{ rank: 0, spans }]).bars.map(({ kind }) => kind)).toEqual(["other", "aot", "other"]);
});

test("zooming keeps what is under the pointer, and ends at the whole", () => {
  const near = zoomed(wholeView(8), 2, 2, 8);
  expect(near).toEqual({ from: 1, to: 5 });
  expect(zoomed(near, 1 / 100, 3, 8)).toEqual({ from: 0, to: 8 });
});

test("panning stops at both ends", () => {
  expect(panned({ from: 1, to: 3 }, -5, 8)).toEqual({ from: 0, to: 2 });
  expect(panned({ from: 1, to: 3 }, 50, 8)).toEqual({ from: 6, to: 8 });
});

test("a bar that is reached by keys comes into view, and one that is seen moves nothing", () => {
  const view = { from: 0, to: 2 };
  const g = LAYOUT.bars[at("g")]!;
  const shown = showing(view, g, 8);
  expect(shown.from < 8 && shown.to > 6).toBe(true);
  expect(showing(view, LAYOUT.bars[at("Dynamo")]!, 8)).toBe(view);
});

test("what is outside of the view is not drawn", () => {
  const drawn = drawnIn(LAYOUT, { from: 5, to: 8 }, 300);
  expect(drawn).toEqual([{ at: at("g"), row: 0, left: 100, width: 200, more: 0 }]);
});

test("thousands of narrow bars are drawn as few, and none is lost", () => {
  const many = Array.from({ length: 5000 }, (_, n) => span("f", n, 0.9));
  const drawn = drawnIn(laidOut([{ rank: 0, spans: many }]), wholeView(5000), 500);
  expect(drawn.length).toBeLessThanOrEqual(500);
  expect(drawn.reduce((sum, one) => sum + 1 + one.more, 0)).toBe(5000);
});

test("the scale counts in a unit in which its steps are whole", () => {
  const labels = (from: number, to: number) =>
    ticks(LAYOUT, { from, to }, 500).map(({ label }) => label);
  expect(labels(0, 8)).toEqual(["0 s", "2 s", "4 s", "6 s", "8 s"]);
  expect(labels(1, 1.004)).toEqual([
    "1000 ms",
    "1001 ms",
    "1002 ms",
    "1003 ms",
    "1004 ms",
  ]);
  expect(labels(0, 0.00005)[1]).toBe("10 µs");
});

test("a long wait is folded, and the scale goes on behind it", () => {
  const layout = laidOut([{ rank: 0, spans: [span("f", 0, 2), span("g", 600, 2)] }]);
  expect(layout.stretches.map(({ isWait }) => isWait)).toEqual([false, true, false]);
  expect(layout.seconds).toBeLessThan(5);
  const [f, g] = layout.bars;
  expect(g!.start).toBeGreaterThan(f!.start + 2);
  const marks = ticks(layout, wholeView(layout.seconds), 500);
  expect(marks.map(({ label }) => label)).toEqual([
    "0 s",
    "1 s",
    "2 s",
    "600 s",
    "601 s",
    "602 s",
  ]);
  expect(marks[3]?.at).toBeCloseTo(g!.start);
});

test("a short wait stays as it is, and so does one in which another rank compiles", () => {
  expect(LAYOUT.stretches).toHaveLength(1);
  const short = laidOut([{ rank: 0, spans: [span("f", 0, 2), span("g", 2.4, 2)] }]);
  expect(short.seconds).toBeCloseTo(4.4);
  const filled = laidOut([
    { rank: 0, spans: [span("f", 0, 2), span("g", 600, 2)] },
    { rank: 1, spans: [span("long", 1, 600)] },
  ]);
  expect(filled.stretches.some(({ isWait }) => isWait)).toBe(false);
});

test("arrows lead along a row, out and in, and stay where there is nothing", () => {
  expect(neighbour(LAYOUT, at("f"), "after")).toBe(at("g"));
  expect(neighbour(LAYOUT, at("g"), "before")).toBe(at("f"));
  expect(neighbour(LAYOUT, at("f"), "inner")).toBe(at("Dynamo"));
  expect(neighbour(LAYOUT, at("odd"), "within")).toBe(at("Inductor"));
  expect(neighbour(LAYOUT, at("f"), "within")).toBe(at("f"));
});

test("a bar tells its time, its compilation and what the cache answered", () => {
  expect(told(SPANS[2]!)).toBe("Inductor · 3 s · from 1 s · compilation 0/0 · cache missed");
  expect(told(SPANS[0]!, undefined, 1)).toBe("f 0/0 · 4 s in all · 1 s own · from 0 s");
  expect([1.254, 0.034, 0.00012, 0].map(duration)).toEqual([
    "1.25 s",
    "34 ms",
    "120 µs",
    "0 s",
  ]);
});

test("the trace has an event of whole microseconds for each span", () => {
  const { traceEvents } = JSON.parse(perfettoTrace(SPANS));
  const events = traceEvents.filter(({ ph }: { ph: string }) => ph === "X");
  expect(events).toHaveLength(SPANS.length);
  expect(events[2]).toEqual({
    name: "Inductor",
    cat: "inductor",
    ph: "X",
    ts: 1_000_000,
    dur: 3_000_000,
    pid: 0,
    tid: 0,
    args: { compilation: "0/0", frame: "f0", cache: "miss" },
  });
});

test("each rank is a process of the trace, with its name", () => {
  const ranks = [
    { rank: 0, spans: SPANS },
    { rank: 2, spans: SPANS },
  ];
  const { traceEvents } = JSON.parse(perfettoTrace(SPANS, ranks));
  const names = traceEvents.filter(({ ph }: { ph: string }) => ph === "M");
  expect(names.map(({ pid, args }: any) => [pid, args.name])).toEqual([
    [0, "torch.compile, rank 0"],
    [2, "torch.compile, rank 2"],
  ]);
  expect(new Set(traceEvents.map(({ pid }: any) => pid))).toEqual(new Set([0, 2]));
});

test("events of a thread are nested: an overlap goes to another thread", () => {
  const overlap = [span("a", 0, 4), span("in", 0, 4, 1), span("b", 1, 5), span("c", 7, 1)];
  expect(threadsOf(overlap)).toEqual([0, 0, 1, 0]);
});

test("seconds of a kind are without those of what is nested in it", () => {
  const span = (name: string, start: number, seconds: number, depth: number): Span =>
    ({ name, start, seconds, depth, compilation: "0/0", frame: null, at: 0 });
  const { bars } = laidOut([{ rank: 0, spans: [span("f", 0, 10, 0), span("dynamo", 1, 9, 1),
    span("aot_autograd", 4, 6, 2), span("inductor", 8, 2, 3)] }]);
  expect([...ownSeconds(bars)]).toEqual([["other", 1], ["dynamo", 3], ["aot", 4],
    ["inductor", 2]]);
});

test("a bar holds its name and its time, or what there is room for", () => {
  const words = (width: number) => wordsIn(width, "Inductor", "1.2 s in all", "1.2 s");
  expect(words(150)).toEqual({ name: "Inductor", took: "1.2 s in all" });
  expect(words(110)).toEqual({ name: "Inductor", took: "1.2 s" });
  expect(words(45)).toEqual({ name: "", took: "1.2 s" });
  expect(words(30)).toEqual({ name: "", took: "" });
  // Of a long name the beginning.
  expect(wordsIn(120, "Inductor of a long name", "1.2 s in all", "1.2 s"))
    .toEqual({ name: "Inductor of a long name", took: "1.2 s" });
});
