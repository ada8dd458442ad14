import { expect, test } from "vitest";
import type { Compilation } from "../src/data";
import { flowChart } from "../src/flow/layout";
import { modelOf } from "../src/model";
import { run } from "./run";

function chartOf(entries: number, change: Partial<Compilation> = {}) {
  const data = run();
  const [frame] = data.frames;
  const [first] = frame?.compilations ?? [];
  if (frame === undefined || first?.entry === undefined) throw new Error("no entry");
  const { entry } = first;
  frame.compilations = Array.from({ length: entries }, (_, at) => ({ ...first, id: `0/${at}`,
    entry: { ...entry, index: at }, metrics: [{ seconds: 1.5 }], ...change,
    ...(at === 0 ? {} : { reason: { text: `n == ${at}` } }) }));
  return flowChart(modelOf(data), frame);
}

test("an entry shows its seconds, a later one why it was made", () => {
  const { boxes, words, width } = chartOf(2, { resume_functions: [] });
  expect(boxes.find(({ label }) => label === "transformed code")?.sub).toContain("1.5 s compiling");
  const [test] = boxes.filter(({ label }) => label === "entry 1: guards hold?");
  const [why] = words.filter(({ text }) => text === "recompiled: n == 1");
  expect(why?.x).toBeGreaterThan(test?.x ?? Infinity);
  expect(why?.x).toBeLessThan(width);
  // Where the rest of a function stands beside it, in the box.
  expect(chartOf(2).boxes.map(({ sub }) => sub)).toContain("n == 1");
});

test("many entries that do the same are one box, with their seconds", () => {
  const { boxes } = chartOf(6);
  expect(boxes.filter(({ label }) => label.startsWith("entry 0: guards"))).not.toHaveLength(0);
  expect(boxes.some(({ label }) => label === "entry 3: guards hold?")).toBe(false);
  const more = boxes.find(({ label }) => label === "5 more like entry 0");
  expect(more?.sub).toBe("7.5 s compiling");
  expect(more?.href).toBe("#f0/1/recompiles");
});
